import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { makeFolder } from "../../../disk/make-folder.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../../disk/private-files.ts";
import { requireOwner } from "../../../disk/require-owner.ts";
import { parseYaml } from "../../../go-yaml/read-yaml.ts";
import { writeYaml } from "../../../go-yaml/write-yaml.ts";
import { yaml } from "../../../go-yaml/yaml.ts";
import { equal } from "../../../json/equal.ts";
import type { JsonObject } from "../../../json/value.ts";

const REVIEWS = "recorded-reviews";

/** Requests to webhooks and their answers, by the names of the webhooks. */
type Reviews = ReadonlyMap<string, readonly unknown[]>;

/** Contents of a suite. */
export interface SuiteParts {
  readonly recording: string;
  /** Manifests: files and folders. */
  readonly filename: readonly string[];
  /** The folder of the suite. */
  readonly out: string;
  readonly webhooks: readonly string[];
  /** Those answer as recorded, all others allow. */
  readonly reviewed: Reviews;
  readonly cases: readonly JsonObject[];
}

/** Writes the suite in YAML. Paths in it are relative to its folder. */
export function saveSuite(file: string, parts: SuiteParts): void {
  const { out, filename, cases, reviewed } = parts;
  const webhooks = parts.webhooks.map((name) => [
    name,
    reviewed.has(name) ? { recording: `${REVIEWS}/${fileName(name)}` } : "allow",
  ]);
  const suite = {
    apiVersion: "test.sallyport/v1",
    kind: "Suite",
    name: "recorded",
    given: {
      manifests: filename.map((path) => relative(out, path) || "."),
      ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    },
    cases,
  };
  const recording = parts.recording.replaceAll(/\s/g, " ");
  const head = `# What was decided about the requests of ${recording}, written by sallyport test --from-recording.\n`;
  writeFileSync(file, head + suiteText(suite as unknown as JsonObject), { mode: PRIVATE_FILE });
}

/** A file for each webhook, in a folder beside the suite. */
export function saveReviews(out: string, reviewed: Reviews): void {
  if (reviewed.size === 0) return;
  const folder = join(out, REVIEWS);
  makeFolder(folder, PRIVATE_FOLDER);
  requireOwner(folder);
  for (const [name, reviews] of reviewed)
    writeFileSync(join(folder, fileName(name)), `${JSON.stringify(reviews, null, 2)}\n`, {
      mode: PRIVATE_FILE,
    });
}

/**
 * Returns the text of a suite. Members keep their order; they are sorted as Go does if the text would
 * otherwise be read differently.
 */
function suiteText(suite: JsonObject): string {
  const { Document } = yaml();
  const document = new Document(suite, { aliasDuplicateObjects: false, version: "1.1" });
  const text = document.toString({ lineWidth: 0 });
  return equal(parseYaml(text), suite) ? text : writeYaml(suite);
}

const fileName = (webhook: string): string => `${webhook.replaceAll(/[^\w.-]/g, "_")}.json`;
