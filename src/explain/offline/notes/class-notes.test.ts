import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { parseManifests } from "../manifests.ts";
import { classNotes } from "./class-notes.ts";

const DEFAULT = "storageclass.kubernetes.io/is-default-class";
const manifests = await parseManifests(
  `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: slow, annotations: { ${DEFAULT}: "true" } }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: a }
spec: { storageClassName: manual }
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: public }
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: high }
`,
  "a.yaml",
);
const claim = (spec: JsonObject): JsonObject => ({ apiVersion: "v1", kind: "PersistentVolumeClaim", spec });
const BETA = { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "slow" } } };

test.each<[string, JsonObject, RegExp | undefined]>([
  [
    "that is not there",
    claim({ storageClassName: "fast" }),
    /StorageClass fast.*\(they have slow\): unless the cluster has it, the claim waits/,
  ],
  [
    "that is nearly there",
    { apiVersion: "networking.k8s.io/v1", kind: "Ingress", spec: { ingressClassName: "pubilc" } },
    /public is probably meant/,
  ],
  ["that is empty", claim({ storageClassName: "" }), /means no class: the default class slow is not set/],
  ["that is empty, for one volume", claim({ storageClassName: "", volumeName: "b" }), undefined],
  ["that is empty, for some volumes", claim({ storageClassName: "", selector: {} }), undefined],
  ["that is there", claim({ storageClassName: "slow" }), undefined],
  ["that a volume has", claim({ storageClassName: "manual" }), undefined],
  ["beside an annotation", { ...claim({ storageClassName: "fast" }), ...BETA }, undefined],
  ["that is empty, beside an annotation", { ...claim({ storageClassName: "" }), ...BETA }, undefined],
  [
    "of another group",
    { apiVersion: "s3.example.com/v1", kind: "Bucket", spec: { storageClassName: "STANDARD" } },
    undefined,
  ],
  [
    "of a volume",
    { apiVersion: "v1", kind: "PersistentVolume", spec: { storageClassName: "fast" } },
    undefined,
  ],
  [
    "of a kind without manifests",
    { apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", spec: { gatewayClassName: "a" } },
    undefined,
  ],
  ["of priority", { kind: "Pod", spec: { priorityClassName: "system-node-critical" } }, undefined],
  ["that is left out", claim({}), undefined],
])("classNotes() tells a class %s", (_, object, says) => {
  expect(classNotes(object, manifests)).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});

test("classNotes() tells nothing of an empty class with two default classes", async () => {
  const two = ["a", "b"].map(
    (name) =>
      `apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: ${name}, annotations: { ${DEFAULT}: "true" } }`,
  );
  expect(
    classNotes(claim({ storageClassName: "" }), await parseManifests(two.join("\n---\n"), "a.yaml")),
  ).toEqual([]);
});
