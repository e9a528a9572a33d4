import { describe, expect, test } from "vitest";
import type { KubeObject, ManagedFieldsEntry } from "../../../../api/meta.ts";
import { guardManagedFields } from "./guard.ts";

const good: ManagedFieldsEntry = {
  manager: "m",
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:a": {} },
};

function guard(entry: ManagedFieldsEntry): { object: KubeObject; warnings: string[] } {
  const object: KubeObject = { metadata: { managedFields: [entry] } };
  const warnings: string[] = [];
  guardManagedFields([good], object, { add: (text) => warnings.push(text) });
  return { object, warnings };
}

describe("guardManagedFields", () => {
  test("guardManagedFields leaves valid changes alone", () => {
    const changed = { ...good, manager: "n" };
    expect(guard(changed)).toEqual({ object: { metadata: { managedFields: [changed] } }, warnings: [] });
  });
  test.each<[ManagedFieldsEntry, string]>([
    [{ ...good, operation: "Nothing" }, "operation must be `Apply` or `Update`"],
    [{ ...good, apiVersion: "" }, "apiVersion must not be empty"],
    [{ ...good, fieldsType: "" }, "missing fieldsType in managed fields entry 0"],
    [{ ...good, fieldsType: "X" }, 'invalid fieldsType "X" in managed fields entry 0'],
    [
      { ...good, time: "2026-01-02T03:04:05Z", fieldsV1: { "f:a": { "f:b": 1 } } },
      'error decoding versioned set from {m Update v1 2026-01-02 03:04:05 +0000 UTC FieldsV1 {"f:a":{"f:b":1}} }: error decoding set: ReadMapCB: expect { or n, but found 1, error found in #10 byte of ...|":{"f:b":1}}|..., bigger context ...|{"f:a":{"f:b":1}}|...',
    ],
    [
      { ...good, fieldsV1: { a: {} } },
      'error decoding set: parsing key as path element: key must be 2 characters long:, error found in #5 byte of ...|{"a":{}}|..., bigger context ...|{"a":{}}|...',
    ],
    [
      { ...good, fieldsV1: { "f:spec": { "f:a": {}, xyz: {} } } },
      'parsing key as path element: missing colon: xyz, error found in #10 byte of ...|:{},"xyz":{}}}|..., bigger context ...|{"f:spec":{"f:a":{},"xyz":{}}}|...',
    ],
  ])("guardManagedFields restores what was there instead of %j", (entry, why) => {
    const { object, warnings } = guard(entry);
    expect(object.metadata.managedFields).toEqual([good]);
    expect(warnings[0]).toContain("please fix your requests: ");
    expect(warnings[0]).toContain(why);
  });
});
