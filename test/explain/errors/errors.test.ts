import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explainMessage } from "../../../src/explain/message/explain-message.ts";
import { parseManifests } from "../../../src/explain/offline/manifests.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";

/** An error that a user has, with the manifests of the thread; its cause was labelled before `explain` saw it. */
interface ErrorCase {
  readonly name: string;
  readonly told: string;
  readonly cause: string;
  /** A regular expression that the right cause matches. Absent: `explain` does not find it. */
  readonly says?: string;
  /** Place of the cause among the manifests. */
  readonly at?: string;
  readonly manifests?: string;
}

const readCases = (file: string): ErrorCase[] => {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  return parseYaml(text) as unknown as ErrorCase[];
};

test.each(readCases("harmless.yaml"))("nothing is claimed about $name", ({ told }) => {
  expect(explainMessage(told, [])).toEqual([]);
});

describe.each([
  "public.yaml",
  "pages.yaml",
  "further-pages.yaml",
  "products.yaml",
  "around.yaml",
  "threads.yaml",
  "validation.yaml",
  "usual.yaml",
])("errors of users, %s", (file) => {
  test.each(readCases(file))("$name", async ({ told, cause: label, says, at, manifests = "" }) => {
    const [first] = explainMessage(told, await parseManifests(manifests, "a.yaml"));
    const { message, fix, advice = "", at: place } = first?.cause ?? { message: "", fix: "", at: "" };
    const said = [message, fix, advice].join(" ");
    if (says === undefined) expect(place, label).toBe("");
    else expect(said, label).toMatch(new RegExp(says, "is"));
    if (at !== undefined) expect(place, label).toBe(at);
  });
});
