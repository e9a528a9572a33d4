import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { explained } from "../explained.tool.ts";

const SHELF = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shelves.shop.example.com }
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: shelves, singular: shelf, kind: Shelf, listKind: ShelfList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                every: { type: integer }
                boards:
                  type: array
                  maxItems: 9
                  items:
                    type: object
                    x-kubernetes-validations:
                      - { rule: "self.width < 90", message: too wide }
                    properties: { width: { type: integer } }
`;

const shelf = (spec: JsonObject): JsonObject => ({
  apiVersion: "shop.example.com/v1",
  kind: "Shelf",
  metadata: { name: "a", namespace: "default" },
  spec,
});

const image = "a";
const tcpSocket = { port: 1 };
const pod = (init: JsonObject, labels: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "default", labels },
  spec: { containers: [{ name: "a", image }], initContainers: [{ name: "i", image, ...init }] },
});

const LONG = "n".repeat(64);

test.each<[what: string, object: JsonObject, at: string, says: string]>([
  [
    "a text for a number",
    shelf({ every: "5m" }),
    "/spec/every",
    '"5m" is a text, and the schema has type: integer (hooks.yaml:20)',
  ],
  ["a number in quotes", shelf({ every: "5" }), "/spec/every", "without quotes: 5"],
  [
    "a rule around",
    shelf({ boards: [{ width: 1 }, { width: 99 }] }),
    "/spec/boards/1",
    "the rule is self.width < 90 (hooks.yaml:27)",
  ],
  ["the value of a label", pod({}, { a: "b", image: "x/y:1" }), "/metadata/labels/image", "a valid label"],
  [
    "a label that is made of the name",
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: LONG, namespace: "default" },
      spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image }] } } },
    },
    "/metadata/name",
    "a name of at most 63 characters",
  ],
  [
    "a field that the server copies",
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s", namespace: "default" },
      spec: { type: "NodePort", clusterIP: "None", ports: [{ port: 1 }] },
    },
    "/spec/clusterIP",
    "may not be set to 'None'",
  ],
  [
    "the scope of a quota",
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "q", namespace: "default" },
      spec: { hard: { pods: "1", services: "2" }, scopes: ["BestEffort"] },
    },
    "/spec/scopes",
    "cannot count services",
  ],
])("the place and the reason of %s", async (_, object, at, says) => {
  const { findings } = await explained({ manifests: SHELF, object });
  const [{ message = "", advice = "", ...found } = {}] = findings;
  expect(found).toMatchObject({ code: "refused", at });
  expect(`${message} ${advice}`).toContain(says);
});

test("an update that removes what a stored value needs", async () => {
  const old = pod({ restartPolicy: "Always", startupProbe: { tcpSocket } });
  const { findings } = await explained({
    manifests: SHELF,
    old,
    object: pod({ startupProbe: { tcpSocket } }),
  });
  expect(findings[0]?.message).toContain(
    "the request removes /spec/initContainers/0/restartPolicy beside it",
  );
});

test("an update of the refused value itself has no other reason", async () => {
  const old = pod({ restartPolicy: "Always", startupProbe: { tcpSocket } });
  const object = pod({ restartPolicy: "Always", startupProbe: { tcpSocket: { port: 0 } } });
  const { findings } = await explained({ manifests: SHELF, old, object });
  expect(findings[0]?.message).not.toContain("beside it");
});

const strict = { validate: "strict" } as const;

test.each<[object: JsonObject, says: string]>([
  [shelf({ colour: "red" }), "its schema does not declare it (hooks.yaml:18)"],
  [pod({ "$setElementOrder/env": [] }), "a strategic merge patch"],
  [
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "v" },
      spec: { fsType: "ext4", iscsi: { iqn: "i", lun: 0, targetPortal: "t" } },
    },
    "spec.iscsi.fsType is probably meant",
  ],
  [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m", namespace: "default" }, stringData: {} },
    "it is a field of Secret, not of ConfigMap",
  ],
])("an unknown field: %j", async (object, says) => {
  const { findings } = await explained({ manifests: SHELF, object, flags: strict });
  expect(findings[0]).toMatchObject({ code: "unknown-field", message: expect.stringContaining(says) });
});
