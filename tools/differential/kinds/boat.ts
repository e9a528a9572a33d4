import type { JsonObject } from "../../../src/json/value.ts";
import type { Resource } from "./resources.ts";

/** No two cases have a custom resource of one name. */
export const BOAT_GROUP = "g{{id}}.example.com";

/** A custom resource with all subresources. The cases that use it define it themselves. */
export const BOATS: Resource = {
  kind: "Boat",
  plural: "boats",
  group: BOAT_GROUP,
  apiVersion: `${BOAT_GROUP}/v1`,
  typeName: "",
  namespaced: true,
  verbs: undefined,
  subresources: [
    { name: "status", style: "update", verbs: ["get", "patch", "update"] },
    { name: "scale", style: "scale", verbs: ["get", "patch", "update"] },
  ],
  bases: [{ spec: { oars: 2, parts: [{ key: "a", value: "1" }] } }, { spec: { tags: ["x", "y"] } }, {}],
};

/** Schemas of two lists of a boat: a set, and a list whose items have a key. */
export const BOAT_LISTS: JsonObject = {
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
