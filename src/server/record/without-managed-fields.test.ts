import { expect, it } from "vitest";
import { withoutManagedFields } from "./without-managed-fields.ts";

const managed = { metadata: { name: "a", managedFields: [{ manager: "m" }] }, data: {} };
const plain = { metadata: { name: "a" }, data: {} };

it.each([
  ["an object", managed, plain],
  ["a list", { kind: "PodList", items: [managed, plain] }, { kind: "PodList", items: [plain, plain] }],
  [
    "a table",
    { kind: "Table", rows: [{ cells: [], object: managed }, { cells: [] }] },
    { kind: "Table", rows: [{ cells: [], object: plain }, { cells: [] }] },
  ],
  ["a Status", { kind: "Status", metadata: {} }, { kind: "Status", metadata: {} }],
  ["no object", null, null],
])("withoutManagedFields leaves them out of %s", (_name, value, expected) => {
  const before = structuredClone(value);
  expect(withoutManagedFields(value)).toEqual(expected);
  expect(value).toEqual(before);
});
