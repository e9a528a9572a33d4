import { describe, expect, test } from "vitest";
import { Document } from "../../api/object/document.ts";
import type { Json } from "../../json/value.ts";
import { storedBytes, toStore } from "./stored-form.ts";

const objects: Record<string, Json> = {
  "a revision in the middle": { kind: "A", metadata: { name: "a", resourceVersion: "0", uid: "u" } },
  "a revision at the end": { kind: "A", metadata: { name: "a", resourceVersion: "0" }, data: { k: "<v>" } },
  "nothing but a revision": { metadata: { resourceVersion: "0" } },
  "a revision first": { metadata: { resourceVersion: "0", name: "a" } },
  "another revision of 0": { data: { resourceVersion: "0" }, metadata: { name: "a", resourceVersion: "0" } },
  "text that looks like one": { metadata: { resourceVersion: "0", name: '"resourceVersion":"0"' } },
  "no revision": { metadata: { name: "a" } },
  "no metadata": { n: 1 },
  "metadata that is none": { metadata: "x", resourceVersion: "0" },
  "managed fields": {
    metadata: {
      name: "a",
      resourceVersion: "0",
      managedFields: [{ manager: "m", fieldsV1: { "f:data": { "f:k": {} } } }],
    },
  },
};

describe("toStore", () => {
  test.each(Object.entries(objects))("%s is stored without, and comes back with its number", (_, object) => {
    const copy = () => new Document(structuredClone(object));
    const { pieces, document } = toStore(copy());
    expect(Buffer.concat(pieces).toString()).toBe(storedBytes(copy()).toString());
    const found = document(17);
    expect(JSON.parse(Buffer.from(found.bytes).toString())).toEqual(found.value);
    const { metadata } = object as { metadata?: Json };
    const expected =
      typeof metadata === "object"
        ? { ...(object as object), metadata: { ...(metadata as object), resourceVersion: "17" } }
        : object;
    expect(found.value).toEqual(expected);
  });
});
