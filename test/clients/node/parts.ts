import { expect } from "vitest";

/** Waits until it holds. */
export const eventually = (holds: () => boolean): Promise<void> => expect.poll(holds).toBe(true);

export const BOATS = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "boats", singular: "boat", kind: "Boat", listKind: "BoatList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { length: { type: "integer" } } },
              status: { type: "object", properties: { afloat: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};
