import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const DAEMON_SETS = "/apis/apps/v1/namespaces/{{ns}}/daemonsets";
const DRY: [string, string][] = [["dryRun", "All"]];

/** Parts of a JSON schema that read themselves, of right and of wrong types. */
const UNIONS: readonly (readonly [string, Json])[] = [
  ...(
    [
      1,
      "x",
      [],
      ["x"],
      [1],
      { type: 1 },
      { type: "string", required: "x" },
      { required: 1, enum: 2 },
    ] as const
  ).map((value) => ["items", value as Json] as const),
  ["items", { maxLength: 1.5 }],
  ["items", { minimum: 1e20, type: "number" }],
  ["items", { properties: { b: { type: 1 }, a: { required: 1 } } }],
  ["items", { items: { items: { type: 2 } } }],
  ["items", { "x-kubernetes-validations": [{ reason: 1 }] }],
  ["additionalProperties", 1],
  ["additionalProperties", []],
  ["additionalProperties", { nullable: "x" }],
  ["additionalItems", "x"],
  ["dependencies", { a: 1 }],
  ["dependencies", { a: [1] }],
  ["dependencies", { a: ["x"] }],
  ["dependencies", { a: { type: 1 } }],
];

/** Applied definitions with schemas that cannot be read. */
export function unions(): Scenario {
  const s = new Scenario("apply-unions");
  for (const [name, value] of UNIONS)
    for (const more of [{}, { maxLength: 1.5 }]) {
      const schema = { type: "object", properties: { p: { type: "array", [name]: value } }, ...more };
      const definition = {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "boats.{{id}}.example.com" },
        spec: {
          group: "{{id}}.example.com",
          scope: "Namespaced",
          names: { plural: "boats", kind: "Boat" },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      };
      s.apply(`${CRDS}/boats.{{id}}.example.com`, definition, "m", true, DRY);
    }
  return s;
}

/** Values that match their type but cannot be converted to the reference's internal form. */
export function unconverted(): Scenario {
  const s = new Scenario("apply-unconverted");
  const labels = { a: "b" };
  const set = (generation: string | undefined, spec: object) => ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "a",
      ...(generation === undefined
        ? {}
        : { annotations: { "deprecated.daemonset.template.generation": generation } }),
    },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
      ...spec,
    },
  });
  s.apply(`${DAEMON_SETS}/a`, set("x", {}), "m");
  s.apply(`${DAEMON_SETS}/a`, set("x", { minReadySeconds: 1e20 }), "m");
  s.apply(`${DAEMON_SETS}/a`, set("x", { minReadySeconds: 1.5 }), "m");
  s.apply(`${DAEMON_SETS}/a`, set(undefined, { minReadySeconds: 2 ** 32 + 1 }), "m");
  s.apply(`${DAEMON_SETS}/a`, set("1.5", {}), "m");
  s.apply(`${DAEMON_SETS}/a/status`, set("", {}), "m");
  return s;
}
