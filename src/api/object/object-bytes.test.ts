import { expect, test } from "vitest";
import { markStable } from "../../json/stable-text.ts";
import { stringify } from "../../json/stringify.ts";
import type { KubeObject } from "../meta.ts";
import { objectBytes } from "./object-bytes.ts";

const leaf = {};
const labels = { ".": leaf, "f:a<b": leaf, 'k:{"name":"x"}': { ".": leaf, "f:name": leaf } };

function object(annotation = "x"): KubeObject {
  const entry = { manager: "m&m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" } as const;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      annotations: { note: annotation },
      managedFields: [
        { ...entry, fieldsV1: { "f:metadata": { "f:labels": labels } } },
        { ...entry, fieldsV1: labels },
        entry,
      ],
      uid: "1",
    },
    data: { key: "value" },
  };
}

const objectText = (value: KubeObject) => Buffer.from(objectBytes(value)).toString();

test("objectBytes() writes what stringify() writes, marked or not", () => {
  expect(objectText(object())).toBe(stringify(object()));
  markStable(labels);
  expect(objectText(object())).toBe(stringify(object()));
  expect(objectText(object())).toBe(stringify(object()));
});

test("objectBytes() is not confused by texts that look like its own mark", () => {
  expect(objectText(object("\ufdd0fields"))).toBe(stringify(object("\ufdd0fields")));
});

test("objectBytes() leaves objects without managed fields to stringify()", () => {
  const bare: KubeObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };
  expect(objectText(bare)).toBe(stringify(bare));
});

test("objectBytes() is UTF-8", () => {
  const fields = { "f:é": {}, "f:a": {} };
  const entry = {
    manager: "m",
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
  };
  const metadata = { name: "ü", managedFields: [entry, { ...entry, fieldsV1: { "f:data": fields } }] };
  const value: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { key: "ß" } };
  expect(objectText(value)).toBe(stringify(value));
  markStable(fields);
  expect(objectText(value)).toBe(stringify(value));
});
