import { expect, test } from "vitest";
import type { KubeObject, ObjectMeta } from "../../../../api/meta.ts";
import { formatQuantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Lookup } from "../../../ports.ts";
import { DEVICE_CLAIMS, extendedDeviceClaims } from "./quota-devices.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";

const objectOf = (name: string, spec: JsonObject, metadata: ObjectMeta = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "X",
  metadata: { name, ...metadata },
  spec,
});
const usage = ({ usage }: QuotaEvaluator, object: KubeObject): Record<string, string> =>
  Object.fromEntries([...usage(object, 0)].map(([name, amount]) => [name, formatQuantity(amount)]));

test("claims of devices count them by class: at worst, where there is a choice", () => {
  const exactly = { deviceClassName: "gpu", allocationMode: "ExactCount", count: 2 };
  const all = { deviceClassName: "nic", allocationMode: "All" };
  const requests = [{ exactly }, { exactly: all }, { firstAvailable: [exactly, { ...exactly, count: 5 }] }];
  expect(usage(DEVICE_CLAIMS, objectOf("c", { devices: { requests } }))).toEqual({
    "count/resourceclaims.resource.k8s.io": "1",
    "gpu.deviceclass.resource.k8s.io/devices": "7",
    "nic.deviceclass.resource.k8s.io/devices": "32",
  });
});

const pod = objectOf(
  "p",
  { containers: [{ resources: { requests: { "example.com/gpu": "2" } } }] },
  { uid: "u" },
);
const objects: Readonly<Record<string, readonly KubeObject[]>> = {
  deviceclasses: [objectOf("gpu", { extendedResourceName: "example.com/gpu" }), objectOf("nic", {})],
  pods: [pod],
};
const lookup: Lookup = { get: () => undefined, list: (_group, plural) => objects[plural] ?? [] };
const claim = (metadata: ObjectMeta = {}): KubeObject =>
  objectOf(
    "c",
    {
      devices: {
        requests: [{ exactly: { deviceClassName: "gpu", allocationMode: "ExactCount", count: 3 } }],
      },
    },
    metadata,
  );

test("devices are extended resources, too, less what the pod counts for that owns the claim", async () => {
  const evaluator = extendedDeviceClaims(lookup, "n");
  const devices = {
    "count/resourceclaims.resource.k8s.io": "1",
    "gpu.deviceclass.resource.k8s.io/devices": "3",
    "requests.deviceclass.resource.kubernetes.io/gpu": "3",
  };
  expect(usage(evaluator, claim())).toEqual({ ...devices, "requests.example.com/gpu": "3" });
  const owned: ObjectMeta = {
    annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true }],
  };
  expect(usage(evaluator, claim(owned))).toEqual({ ...devices, "requests.example.com/gpu": "1" });
});

test("quotas may name extended resources of classes that are there", async () => {
  const { counts } = extendedDeviceClaims(lookup, "n");
  const names = [
    "requests.example.com/gpu",
    "requests.deviceclass.resource.kubernetes.io/nic",
    "requests.deviceclass.resource.kubernetes.io/other",
    "requests.example.com/nic",
    "example.com/gpu",
  ];
  expect(names.filter(counts)).toEqual(names.slice(0, 2));
});
