import { expect, test } from "vitest";
import { definitionOf } from "../../../../test/tools/custom-definition.tool.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { noteMalformed } from "../../../api/object/malformed.ts";
import { customResource } from "../../custom/custom-resource.ts";
import { prepareAndValidateNow, writingWithoutRequest } from "../../write.ts";

const resource = customResource(definitionOf("Boat", [{}], { group: "e.io", scope: "Cluster" }));

const errorsOf = (members: Parameters<typeof noteMalformed>[1], old?: KubeObject): string[] => {
  const object = { apiVersion: "e.io/v1", kind: "Boat", metadata: { name: "b", uid: "u" } };
  noteMalformed(object.metadata, members);
  const writing = writingWithoutRequest({ kind: resource.hub, resource }, old && { old });
  return prepareAndValidateNow(writing, object).map(({ field, message }) => `${field}: ${message}`);
};

// Every text here is from kube-apiserver 1.37.2.
test.each([
  [{ labels: { a: 5 } }, /"labels":\{"a":5\},"name":"b","uid":"u"\}: cannot convert int64 to string$/],
  [{ labels: "x" }, /: cannot restore map from string$/],
  [{ annotations: [] }, /: cannot restore map from slice$/],
  [{ finalizers: "x" }, /: cannot restore slice from string$/],
])("a custom resource whose metadata a webhook has given a wrong type is refused: %j", (members, text) => {
  const [error = "", ...more] = errorsOf(members);
  expect(error).toMatch(/^metadata: Invalid value: \{/);
  expect(error).toMatch(text);
  expect(more).toEqual([]);
});

test("members that the server sets are not checked", () => {
  expect(errorsOf({ creationTimestamp: "x", generation: "x", namespace: 5 })).toEqual([]);
});

test("after the errors that all kinds have, on update", () => {
  const old = { apiVersion: "e.io/v1", kind: "Boat", metadata: { name: "a", uid: "u" } };
  expect(errorsOf({ labels: "x" }, old)).toEqual([
    'metadata.name: Invalid value: "b": field is immutable',
    expect.stringMatching(/^metadata: Invalid value: .* cannot restore map from string$/),
  ]);
});
