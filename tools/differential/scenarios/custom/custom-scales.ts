import type { Json } from "../../../../src/json/value.ts";
import { DRY, Scenario } from "../scenario.ts";

const BOATS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/boats";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const ANYTHING = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** States of a boat; its schema accepts every value. */
const STATES: readonly Json[] = [
  {},
  { spec: {} },
  { spec: { crew: {} } },
  { spec: { crew: { size: 3 } }, status: { size: 2, selector: "a=b" } },
  { spec: { crew: { size: 0 } }, status: {} },
  { spec: { crew: { size: -1 } }, status: { size: -1 } },
  { spec: { crew: { size: 3000000000 } }, status: { size: 3000000000 } },
  { spec: { crew: { size: 1.5 } } },
  { spec: { crew: { size: "3" } } },
  { spec: { crew: { size: null } } },
  { spec: { crew: { size: true } } },
  { spec: { crew: [] } },
  { spec: { crew: "x" } },
  { spec: "x" },
  { spec: { crew: { size: 3 } }, status: { size: "2" } },
  { spec: { crew: { size: 3 } }, status: { size: null, selector: null } },
  { spec: { crew: { size: 3 } }, status: { size: 1, selector: 5 } },
  { spec: { crew: { size: 3 } }, status: { size: 1, selector: "a b c" } },
  { spec: { crew: { size: 3 } }, status: { size: 1, selector: { matchLabels: { a: "b" } } } },
  { spec: { crew: { size: 3 } }, status: "x" },
];
const SCALES: readonly Json[] = [
  { spec: { replicas: -5 } },
  { spec: {} },
  { spec: { replicas: "5" } },
  { spec: { replicas: 3000000000 } },
  { spec: { replicas: 5 }, metadata: { resourceVersion: "1" } },
  { spec: { replicas: 5 }, metadata: { uid: "other" } },
];

/** Scales of custom resources in every state, with both sorts of paths. */
export function customScales(): Scenario {
  const s = new Scenario("custom-scales");
  const definition = `boats.{{id}}.example.com`;
  s.post(DEFINITIONS, { metadata: { name: definition }, spec: specOf() });
  s.removes(`${DEFINITIONS}/${definition}`);
  s.until(BOATS);
  for (const [index, state] of STATES.entries()) tryState(s, `b${index}`, state);
  return s;
}

const specOf = (): Json => ({
  group: "{{id}}.example.com",
  scope: "Namespaced",
  names: { plural: "boats", kind: "Boat" },
  versions: [
    {
      name: "v1",
      served: true,
      storage: true,
      subresources: {
        scale: {
          specReplicasPath: ".spec.crew.size",
          statusReplicasPath: ".status.size",
          labelSelectorPath: ".status.selector",
        },
      },
      schema: { openAPIV3Schema: ANYTHING },
    },
  ],
});

function tryState(s: Scenario, name: string, state: Json): void {
  const object = `${BOATS}/${name}`;
  const head = { apiVersion: "{{id}}.example.com/v1", kind: "Boat", metadata: { name } };
  s.post(BOATS, { ...head, ...(state as object) });
  for (const scale of SCALES) {
    const { metadata = {} } = scale as { metadata?: object };
    s.put(`${object}/scale`, { ...(scale as object), metadata: { name, ...metadata } }, DRY);
    s.patch("merge", `${object}/scale`, scale, DRY);
  }
  s.patch("strategic", `${object}/scale`, { spec: { replicas: 2 } }, DRY);
  s.patch("merge", `${object}/scale`, { spec: { replicas: 4 } }, [["fieldManager", "scaler"]]);
}
