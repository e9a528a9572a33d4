import { describe, expect, it } from "vitest";
import { FieldPath } from "../../api/validation/field-path.ts";
import { coerceEmbedded, coerceStored, decodeMeta, validateEmbedded } from "./embedded-meta.ts";

describe("decodeMeta", () => {
  it("reports the first wrong type in the order of sorted keys, as kube-apiserver reads a map", () => {
    expect(() => decodeMeta({ name: {}, labels: { b: 1, a: [] } }, "metadata")).toThrow(
      "json: cannot unmarshal array into Go struct field ObjectMeta.labels of type string",
    );
  });

  it("names unknown fields in the order of sorted keys", () => {
    const named: string[] = [];
    const sent = { zebra: 1, name: "a", ownerReferences: [{ uid: "u", older: 1, elder: 1 }], ape: 1 };
    const made = decodeMeta(sent, "metadata", { unknown: (path) => named.push(path) });
    expect(named).toEqual([
      "metadata.ape",
      "metadata.ownerReferences[0].elder",
      "metadata.ownerReferences[0].older",
      "metadata.zebra",
    ]);
    expect(made).toEqual({
      name: "a",
      ownerReferences: [{ apiVersion: "", kind: "", name: "", uid: "u" }],
    });
  });
});

describe("coerceEmbedded", () => {
  it("shows wrong metadata with sorted keys", () => {
    const resource = { metadata: { name: "c", labels: { b: 1, a: [] } } };
    expect(() => coerceEmbedded(resource, new FieldPath("inner"))).toThrow(
      'inner.metadata: Invalid value: {"labels":{"a":[],"b":1},"name":"c"}: json: cannot unmarshal array',
    );
  });
});

describe("validateEmbedded", () => {
  it("names first what is missing, then what is of a wrong type", () => {
    const resource = { apiVersion: null, metadata: { name: 1 } };
    expect(validateEmbedded(resource, new FieldPath("inner"))).toMatchObject([
      { field: "inner.kind", message: "Required value" },
      { field: "inner.apiVersion", message: "Invalid value: null: must be a string" },
      {
        field: "inner.metadata",
        message:
          'Invalid value: {"name":1}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
      },
    ]);
  });
});

describe("coerceStored", () => {
  it("leaves out what is of a wrong type", () => {
    const resource = { apiVersion: 1, kind: "X", metadata: { name: "a", labels: { a: 1 }, annotations: {} } };
    coerceStored(resource);
    expect(resource).toEqual({ kind: "X", metadata: { name: "a" } });
    const empty = { metadata: null };
    coerceStored(empty);
    expect(empty).toEqual({ metadata: {} });
  });
});
