import type { JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { BOAT_GROUP, BOAT_LISTS, BOATS } from "../kinds/boat.ts";
import { collectionOf } from "../kinds/resources.ts";
import type { Random } from "../random.ts";

const PROPERTIES: JsonObject = {
  oars: { type: "integer", default: 1 },
  ...BOAT_LISTS,
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
    metadata: { name: `boats.${BOAT_GROUP}` },
    spec: {
      group: BOAT_GROUP,
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
