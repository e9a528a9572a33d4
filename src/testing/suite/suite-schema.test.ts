import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { readSuite } from "./suite.ts";

const dir = folderForTests();

const schema = JSON.parse(readFileSync("docs/suite.schema.json", "utf8"));
const one = schema.properties.cases.items.properties;
const POD = { apiVersion: "v1", kind: "Pod" };
const WHOLE = { name: "a", when: { create: POD }, expect: {} };

/** The fields that are known at the place of the field `bogus`, as the error lists them. */
async function knownIn(more: object): Promise<string[]> {
  const file = join(dir, "suite.yaml");
  const suite = { apiVersion: "test.sallyport/v1", kind: "Suite", cases: [WHOLE], ...more };
  writeFileSync(file, JSON.stringify(suite));
  const message = await readSuite(file).then(() => "", String);
  expect(message).toContain('unknown field "bogus"; there are ');
  return (message.split("there are ")[1] ?? "").split(", ").sort();
}

it.each<[string, object, object]>([
  ["a suite", schema.properties, { bogus: 1 }],
  ["given", schema.properties.given.properties, { given: { bogus: 1 } }],
  ["a case", one, { cases: [{ ...WHOLE, bogus: 1 }] }],
  ["given of a case", one.given.properties, { cases: [{ ...WHOLE, given: { bogus: 1 } }] }],
  ["when", one.when.properties, { cases: [{ ...WHOLE, when: { bogus: 1 } }] }],
  ["expect", one.expect.properties, { cases: [{ ...WHOLE, expect: { bogus: 1 } }] }],
])("the schema for editors has the fields of %s", async (_, properties, suite) => {
  expect(Object.keys(properties).sort()).toEqual(await knownIn(suite));
});
