import { expect, test } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import { malformedIn } from "../../api/object/malformed.ts";
import { clone } from "../../json/object.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import { readCustom } from "./patched-custom.ts";

const kind = { group: "example.com", version: "v1", kind: "Boat" };
const type = { apiVersion: "example.com/v1", kind: "Boat" };

/** Refuses labels that are not texts, as the decoder does. */
function decode(value: JsonObject): KubeObject {
  const { labels } = isJsonObject(value.metadata) ? value.metadata : {};
  if (isJsonObject(labels) && Object.values(labels).some((label) => typeof label !== "string"))
    throw new Error("cannot unmarshal");
  return value as unknown as KubeObject;
}

const read = (patched: JsonObject, before: KubeObject = { metadata: {} }): KubeObject =>
  readCustom({ kind, before, patched, own: clone(patched), decode });

test("readCustom() takes metadata of another type as absent, and notes them, also after the next patch", () => {
  const object = read({ ...type, metadata: { name: "a", labels: { a: 5 } }, data: 1 });
  expect(object).toEqual({ ...type, metadata: { name: "a" }, data: 1 });
  expect(malformedIn(object.metadata)).toEqual({ labels: { a: 5 } });
  const next = read({ ...type, metadata: { name: "a" }, data: 2 }, object);
  expect(malformedIn(next.metadata)).toEqual({ labels: { a: 5 } });
  const mended = read({ ...type, metadata: { name: "a", labels: { a: "5" } } }, object);
  expect(malformedIn(mended.metadata)).toBeUndefined();
});

test("readCustom() needs a map for the metadata of a new object", () => {
  expect(() => read({ ...type, metadata: "x" })).toThrow("system metadata was not initialized");
  expect(read({ ...type, metadata: "x" }, { metadata: { resourceVersion: "1" } }).metadata).toEqual({});
});

test("readCustom() keeps the kind and version that the patch says, and quotes an object without a kind sorted", () => {
  expect(read({ apiVersion: "v2", kind: "Odd", metadata: {} })).toMatchObject({
    apiVersion: "v2",
    kind: "Odd",
  });
  expect(() => read({ metadata: { name: "a", labels: {} }, apiVersion: "v1" })).toThrow(
    `Object 'Kind' is missing in '{"apiVersion":"v1","metadata":{"labels":{},"name":"a"}}'`,
  );
});
