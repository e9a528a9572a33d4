import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const GROUP = "/apis/admissionregistration.k8s.io/v1";
const OBJECTS = "/apis/e.io/v1/namespaces/default/hs";
let made = 0;

const api = await clusterForTests();
const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const { status } = await define(
  api,
  "H",
  [{ schema: { openAPIV3Schema: { type: "object", properties: { spec: open } } } }],
  {
    group: "e.io",
  },
);
expect(status).toBe(201);

/** Creates an object while one policy mutates it. */
async function mutated(mutation: JsonObject, spec: JsonObject, variables: JsonObject[] = []) {
  const name = `p${made++}`;
  const rule = { apiGroups: ["e.io"], apiVersions: ["v1"], resources: ["hs"], operations: ["CREATE"] };
  const policy = {
    failurePolicy: "Fail",
    reinvocationPolicy: "Never",
    matchConstraints: { resourceRules: [rule] },
    variables,
    mutations: [mutation],
  };
  const created = await api.ask("POST", `${GROUP}/mutatingadmissionpolicies`, {
    metadata: { name },
    spec: policy,
  });
  expect([created.status, created.body.message]).toEqual([201, undefined]);
  const binding = { metadata: { name }, spec: { policyName: name } };
  await api.ask("POST", `${GROUP}/mutatingadmissionpolicybindings`, binding);
  const object = { apiVersion: "e.io/v1", kind: "H", metadata: { name }, spec };
  const answer = await api.ask("POST", OBJECTS, object);
  await api.ask("DELETE", `${GROUP}/mutatingadmissionpolicybindings/${name}`);
  return {
    status: answer.status,
    message: String(answer.body.message),
    spec: answer.body.spec as JsonObject,
  };
}

const patchWith = (expression: string): JsonObject => ({ patchType: "JSONPatch", jsonPatch: { expression } });
const apply = (expression: string): JsonObject => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
const each = (operation: string) => patchWith(`object.spec.l.map(i, JSONPatch{${operation}})`);
const items = (length: number): string[] => Array.from({ length }, () => "i");

/** Twice as long with each variable. */
const doubled = (times: number, start: string): JsonObject[] => [
  { name: "v0", expression: start },
  ...Array.from({ length: times }, (_, i) => ({
    name: `v${i + 1}`,
    expression: `variables.v${i} + variables.v${i}`,
  })),
];

test.each([
  ["adds a long text very often", "op: 'add', path: '/spec/l/-', value: object.spec.d"],
  ["tests against a long value very often", "op: 'test', path: '/spec/d', value: object.spec.d"],
  ["adds the object very often", "op: 'add', path: '/spec/o', value: object.spec"],
])("a patch that %s is refused", async (_, operation) => {
  const { status, message } = await mutated(each(operation), { l: items(1000), d: "x".repeat(100_000) });
  expect(status).toBe(403);
  expect(message).toContain("could not marshal to JSON: the value is too large");
});

test("a patch with very many operations reaches the cost limit", async () => {
  const operation = "op: 'add', path: '/spec/note', value: 'x'";
  const { status, message } = await mutated(each(operation), { l: items(20_000) });
  expect(status).toBe(403);
  expect(message).toContain("operation cancelled: actual cost limit exceeded");
});

test("copies within copies become as deep as there are operations", async () => {
  const operation = "op: 'copy', from: '/spec/m', path: '/spec/m/x'";
  const { status, spec } = await mutated(each(operation), { l: items(10), m: { a: 1 } });
  expect(status).toBe(201);
  expect(JSON.stringify(spec.m).match(/"a":1/g)).toHaveLength(11);
});

test("copies of more than 3 MiB together are refused", async () => {
  const operation = "op: 'copy', from: '/spec/m', path: '/spec/m/x'";
  const { status, message } = await mutated(each(operation), { l: items(12), m: { a: "q".repeat(100_000) } });
  expect(status).toBe(403);
  expect(message).toContain("exceeding the limit 3145728");
});

test.each([
  ["a text", apply("Object{spec: Object.spec{d: variables.v20}}"), 20, "'xxxxxxxxxxxxxxxx'"],
  [
    "a value of a patch",
    patchWith("[JSONPatch{op: 'add', path: '/spec/d', value: variables.v24}]"),
    24,
    "'x'",
  ],
])("%s that is doubled very often is refused", async (_, mutation, times, start) => {
  const { status, message } = await mutated(mutation, {}, doubled(times, start));
  expect(status).toBe(403);
  expect(message).toMatch(/operation cancelled|too large/);
});
