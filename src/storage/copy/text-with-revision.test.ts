import { describe, expect, it } from "vitest";
import { Document } from "../../api/object/document.ts";
import { objectBytes } from "../../api/object/object-bytes.ts";
import { createPacker } from "../../json/pack-bytes.ts";
import type { JsonObject } from "../../json/value.ts";
import { readArrived, toStore } from "./stored-form.ts";
import { textWithRevision } from "./text-with-revision.ts";

const UID = "6f1c6b9e-8f3a-4c39-9b0e-8d6f0b0e6f11";
const CREATED = "2026-01-02T03:04:05Z";
const pod = (more: JsonObject = {}): JsonObject => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: {
    name: "web",
    namespace: "a",
    uid: UID,
    resourceVersion: "0",
    creationTimestamp: CREATED,
    ...more,
  },
  spec: { containers: [{ name: "c", image: 'x","uid":"y' }] },
});
const stored = (object: JsonObject): Buffer =>
  Buffer.concat(toStore(new Document(structuredClone(object))).pieces.map((one) => Buffer.from(one)));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("textWithRevision", () => {
  const own: Record<string, JsonObject> = {
    "a pod": pod(),
    "with labels and owners": pod({
      labels: { a: '"uid":"' },
      ownerReferences: [{ kind: "A", name: "a", uid: "other" }],
    }),
    "without a namespace": {
      kind: "Namespace",
      apiVersion: "v1",
      metadata: { name: "a", uid: UID, resourceVersion: "0", creationTimestamp: CREATED },
    },
    "with a generation": {
      kind: "Deployment",
      apiVersion: "apps/v1",
      metadata: {
        name: "a",
        namespace: "b",
        uid: UID,
        resourceVersion: "0",
        generation: 2,
        creationTimestamp: CREATED,
      },
    },
  };
  it.each(Object.entries(own))("puts the revision where the server writes it: %s", (_, object) => {
    const written = toStore(new Document(structuredClone(object))).document(17);
    const read = textWithRevision(stored(object), 17, createPacker());
    expect(read && text(read)).toBe(text(written.bytes));
    expect(text(readArrived("/a", stored(object), 17).bytes)).toBe(text(written.bytes));
  });

  const others: Record<string, string> = {
    "a short one": '{"n":0}',
    "an empty one": "",
    "a custom resource, whose fields are sorted": `{"apiVersion":"example.com/v1","kind":"A","metadata":{"creationTimestamp":"${CREATED}","name":"a","uid":"${UID}"}}`,
    "another order": `{"kind":"A","apiVersion":"v1","metadata":{"uid":"${UID}","name":"a","creationTimestamp":null}}`,
    "a revision that is there": `{"kind":"A","apiVersion":"v1","metadata":{"name":"a","uid":"${UID}","resourceVersion":"3","creationTimestamp":null}}`,
    "an object before the metadata": `{"kind":"A","x":{"a":1},"metadata":{"name":"a","uid":"${UID}","creationTimestamp":null}}`,
    "the uid of another object": `{"kind":"A","apiVersion":"v1","metadata":{"name":"a","ownerReferences":[{"uid":"x","creationTimestamp":1}]}}`,
    "the end of line of kube-apiserver": `{"kind":"A","apiVersion":"v1","metadata":{"name":"a","uid":"${UID}","creationTimestamp":null}}\n`,
    spaces: `{ "kind": "A", "metadata": {"name":"a","uid":"${UID}"} }`,
    "no metadata": '{"kind":"RangeAllocation","data":"x"}',
    "half of it": `{"kind":"A","apiVersion":"v1","metadata":{"name":"a","uid":"${UID}`,
  };
  it.each(Object.entries(others))("leaves a text of another layout to the parser: %s", (_, json) => {
    expect(textWithRevision(Buffer.from(json), 17, createPacker())).toBeUndefined();
  });
});

it("readArrived reads a text of another layout as before", () => {
  const object = { metadata: { uid: UID, name: "a" }, kind: "A" };
  const expected = objectBytes({
    ...object,
    metadata: { ...object.metadata, resourceVersion: "17" },
  } as never);
  expect(text(readArrived("/a", Buffer.from(JSON.stringify(object)), 17).bytes)).toBe(text(expected));
});
