import type { JsonObject } from "../../../src/api/json.ts";
import type { Step } from "../case.ts";
import { collectionOf, type Resource } from "../kinds/resources.ts";
import type { Random } from "../random.ts";

const GROUP = "g{{id}}.example.com";

/** A custom resource with all subresources. */
export const BOATS: Resource = {
  kind: "Boat",
  plural: "boats",
  group: GROUP,
  apiVersion: `${GROUP}/v1`,
  typeName: "",
  namespaced: true,
  verbs: undefined,
  subresources: [
    { name: "status", style: "update", verbs: ["get", "patch", "update"] },
    { name: "scale", style: "scale", verbs: ["get", "patch", "update"] },
  ],
  bases: [{ spec: { oars: 2, parts: [{ key: "a", value: "1" }] } }, { spec: { tags: ["x", "y"] } }, {}],
};

const PROPERTIES: JsonObject = {
  oars: { type: "integer", default: 1 },
  tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
  parts: {
    type: "array",
    items: {
      type: "object",
      required: ["key"],
      properties: { key: { type: "string" }, value: { type: "string" } },
    },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["key"],
  },
};

/** Registers the kind, and waits until it is served. */
export function boatSteps(random: Random): Step[] {
  const preserved = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const properties = { spec: { type: "object", properties: PROPERTIES }, status: preserved };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  const scale = { specReplicasPath: ".spec.oars", statusReplicasPath: ".status.oars" };
  const additionalPrinterColumns = random.some([
    { name: "Oars", type: "integer", jsonPath: ".spec.oars" },
    { name: "Tags", type: "string", jsonPath: ".spec.tags" },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ]);
  const more = additionalPrinterColumns.length === 0 ? {} : { additionalPrinterColumns };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema,
    subresources: { status: {}, scale },
    ...more,
  };
  const body = {
    metadata: { name: `boats.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [version],
    },
  };
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  return [
    { name: "define", method: "POST", path, body, silent: true, isSetup: true },
    {
      name: "served",
      method: "GET",
      path: collectionOf(BOATS),
      until: 200,
      onlyAfter: { step: "define", status: 201 },
    },
  ];
}
