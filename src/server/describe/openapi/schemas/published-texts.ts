import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "../../../../async/once.ts";
import { nearestFolder } from "../../../../disk/nearest-folder.ts";
import { capital } from "../naming.ts";
import { NEWER_FACTS, type NewerFacts } from "./newer-facts.ts";

/** Texts in the schema of one type; the build takes them from a package (docs/decisions/0009). */
export interface TypeTexts {
  readonly description?: string;
  readonly required?: readonly string[];
  /** Values that a field may have; for a list, the values of each item. */
  readonly enums?: Readonly<Record<string, readonly string[]>>;
  /** Descriptions by field. */
  readonly fields: Readonly<Record<string, string>>;
}

const FILE = "openapi-texts.json";
const texts = once(() => readTexts(dirname(fileURLToPath(import.meta.url))));

/**
 * Returns the texts of a type by the name of its schema, `io.k8s.api.core.v1.Pod`; "" for the texts that all
 * kinds share. The file is read at the first call. Undefined if there are no texts, as for all types if the
 * source runs without a build.
 */
export function publishedTexts(schemaName: string): TypeTexts | undefined {
  const loaded = texts();
  const found = [schemaName, inV1(schemaName)].map(textKey).find((key) => Object.hasOwn(loaded, key));
  const published = found === undefined ? undefined : loaded[found];
  const newer = NEWER_FACTS[schemaName] ?? NEWER_FACTS[inV1(schemaName)];
  return newer === undefined ? published : withNewer(published, newer);
}

const wordsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

function withNewer(
  { fields, ...texts }: TypeTexts = { fields: {} },
  { required, enums = {} }: NewerFacts,
): TypeTexts {
  const values = Object.entries(enums).map(([field, text]) => [field, wordsOf(text)]);
  return {
    ...texts,
    fields,
    ...(required === undefined ? {} : { required: wordsOf(required) }),
    enums: { ...texts.enums, ...Object.fromEntries(values) },
  };
}

/**
 * Returns the name of the type in v1, whose texts are used for types of earlier versions that the package
 * does not have; they are nearly equal.
 */
const inV1 = (schemaName: string): string => schemaName.replace(/\.v\d+(?:alpha|beta)\d+\./, ".v1.");

/**
 * Returns the key of a type in the file: `IoK8sApiCoreV1Pod` for `io.k8s.api.core.v1.Pod`.
 *
 * @public The build reads it: scripts/parts/build/kind-types.mjs.
 */
export const textKey = (schemaName: string): string => schemaName.split(/[.-]/).map(capital).join("");

/** Reads the file, which is in a folder above the bundled code, at the highest in the folder of package.json. */
function readTexts(from: string): Readonly<Record<string, TypeTexts>> {
  const folder = nearestFolder(from, FILE, "package.json");
  if (folder === undefined || !existsSync(join(folder, FILE))) return {};
  return JSON.parse(readFileSync(join(folder, FILE), "utf8"));
}
