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
const claim = (spec: JsonObject): JsonObject => ({ kind: "PersistentVolumeClaim", spec });

test.each<[string, JsonObject, RegExp | undefined]>([
  [
    "that is not there",
    claim({ storageClassName: "fast" }),
    /StorageClass fast.*\(they have slow\): unless the cluster has it, the claim waits/,
  ],
  [
    "that is nearly there",
    { kind: "Ingress", spec: { ingressClassName: "pubilc" } },
    /public is probably meant/,
  ],
  ["that is empty", claim({ storageClassName: "" }), /means no class: the default class slow is not set/],
  ["that is empty, for one volume", claim({ storageClassName: "", volumeName: "b" }), undefined],
  ["that is empty, for some volumes", claim({ storageClassName: "", selector: {} }), undefined],
  ["that is there", claim({ storageClassName: "slow" }), undefined],
  ["that a volume has", claim({ storageClassName: "manual" }), undefined],
  ["of a volume", { kind: "PersistentVolume", spec: { storageClassName: "fast" } }, undefined],
  ["of a kind without manifests", { kind: "Gateway", spec: { gatewayClassName: "a" } }, undefined],
  ["of priority", { kind: "Pod", spec: { priorityClassName: "system-node-critical" } }, undefined],
  ["that is left out", claim({}), undefined],
])("classNotes() tells a class %s", (_, object, says) => {
  expect(classNotes(object, manifests)).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});
