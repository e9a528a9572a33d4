import type { Json } from "../../../../src/json/value.ts";
import { NS, Scenario } from "../scenario.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/{{ns}}/deployments";

/** Patches that add fields which the kind does not have, values of another type, and fields that are given twice. */
const MERGES: readonly Json[] = [
  { spec: { other: { a: [1, "x", null, true, 1.5, -2e30] } } },
  {
    spec: { template: { spec: { containers: [{ name: "c", image: "j", other: 1, env: [{ nam: "x" }] }] } } },
  },
  { spec: { replicas: "3" } },
  { spec: { replicas: 1.5 } },
  { spec: [] },
  { metadata: null },
  { spec: { strategy: { rollingUpdate: { maxSurge: 1.5, other: [] } } } },
  { kind: "Other", apiVersion: "v2", other: "x" },
  [],
  "x",
];
const TEXTS: readonly string[] = [
  '{"spec":{"replicas":1,"replicas":2}}',
  '{"spec":{"replicas":1},"spec":{"paused":true},"other":1}',
  '{"spec":{"template":{"spec":{"containers":[{"name":"c","name":"c","image":"x"}]}}}}',
  '{"metadata":{"labels":{"a":"1","a":"2"}},"metadata":{"labels":{"b":"1"}}}',
  "{",
  "",
  "null",
];
const JSON_PATCHES: readonly string[] = [
  '[{"op":"add","path":"/spec/other","value":1,"more":2}]',
  '[{"op":"add","op":"add","path":"/spec/replicas","value":3}]',
  '[{"op":"add","path":"/spec/replicas","value":3,"Value":4}]',
  '[{"op":"add","value":1}]',
  '{"op":"add","path":"/spec/other","value":1}',
  "[[]]",
  "[1]",
];
const TYPES = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
};
const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
const DIRECTIVES = ["Strict", "Warn", "Ignore", ""];

/** Responses to patches with unknown and repeated fields, by `fieldValidation`. */
export function patchesStrict(): Scenario {
  const s = new Scenario("patches-strict");
  s.post(DEPLOYMENTS, {
    metadata: { name: "d" },
    spec: {
      replicas: 1,
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: { containers: [{ name: "c", image: "i", env: [{ name: "E", value: "v" }] }] },
      },
    },
  });
  s.post(`${NS}/configmaps`, { metadata: { name: "m" }, data: { k: "v" }, binaryData: { b: "eA==" } });
  const patch = (path: string, type: keyof typeof TYPES, text: string): void => {
    for (const directive of DIRECTIVES)
      s.send("PATCH", path, undefined, {
        text,
        query: [
          ["dryRun", "All"],
          ["fieldManager", "strict"],
          ...(directive === "" ? [] : [["fieldValidation", directive] as const]),
        ],
        headers: { "content-type": TYPES[type] },
      });
  };
  const merges = [...MERGES.map((one) => JSON.stringify(one)), ...TEXTS];
  for (const type of ["merge", "strategic", "apply"] as const)
    for (const text of merges) patch(`${DEPLOYMENTS}/d`, type, text);
  for (const text of JSON_PATCHES) patch(`${DEPLOYMENTS}/d`, "json", text);
  for (const type of ["merge", "strategic"] as const)
    for (const text of ['{"data":{"k":1}}', '{"data":{"k":{"a":1}},"x":1}', '{"immutable":"true","y":{}}'])
      patch(`${NS}/configmaps/m`, type, text);
  define(s);
  for (const type of ["merge", "apply"] as const)
    for (const text of merges) patch(`${WIDGETS}/w`, type, text);
  for (const text of JSON_PATCHES) patch(`${WIDGETS}/w`, "json", text);
  return s;
}

function define(s: Scenario): void {
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: { replicas: { type: "integer" }, minReadySeconds: { type: "integer" } },
      },
    },
  };
  s.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.{{id}}.example.com" },
    spec: {
      group: "{{id}}.example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  s.until(WIDGETS);
  s.post(WIDGETS, {
    apiVersion: "{{id}}.example.com/v1",
    kind: "Widget",
    metadata: { name: "w" },
    spec: { replicas: 1 },
  });
}
