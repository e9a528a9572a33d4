import type { Json } from "../../../../src/json/value.ts";
import { CRDS, DRY, Scenario } from "../scenario.ts";

const DAEMON_SETS = "/apis/apps/v1/namespaces/{{ns}}/daemonsets";

/** Parts of a JSON schema that read themselves, of right and of wrong types. */
const UNIONS: readonly (readonly [string, Json])[] = [
  ["items", { items: { items: { type: 2 } } }],
  ["additionalProperties", { nullable: "x" }],
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
  s.apply(`${DAEMON_SETS}/a`, set("x", { minReadySeconds: 1e20 }), "m");
  s.apply(`${DAEMON_SETS}/a`, set("x", { minReadySeconds: 1.5 }), "m");
  return s;
}
