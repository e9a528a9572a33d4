/** Waits until it holds; 10 s at most. */
export async function eventually(holds: () => boolean): Promise<void> {
  for (let i = 0; !holds(); i++) {
    if (i === 500) throw new Error("that did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

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
