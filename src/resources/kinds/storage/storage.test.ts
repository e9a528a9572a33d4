import { expect, test } from "vitest";
import { builtinStrategy } from "../../../../test/tools/builtin-strategy.tool.ts";
import { context } from "../../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../../api/meta.ts";

const created = (name: string, fields: Record<string, unknown>) =>
  builtinStrategy(name).validateCreate?.({ metadata: { name: "x" }, ...fields } as KubeObject, context) ?? [];

const storageClass = (allowedTopologies: unknown[]): string[] =>
  created("storage.k8s.io/storageclasses", {
    provisioner: "a",
    volumeBindingMode: "Immediate",
    allowedTopologies,
  }).map(({ field }) => field);

test("a repeated topology is reported for each that is like it; an empty one is like all that come", () => {
  const term = { matchLabelExpressions: [{ key: "a", values: ["b"] }] };
  const at = (i: number): string => `allowedTopologies[${i}].matchLabelExpressions`;
  expect(storageClass([term, term, term])).toEqual([at(1), at(2), at(2)]);
  expect(storageClass([{}, {}])).toEqual([at(0), at(0), at(1), at(1), at(1)]);
});

test("very many empty topologies take no long time", () => {
  expect(storageClass(Array(100_000).fill({})).length).toBeLessThanOrEqual(10_000);
});

const volume = (sources: Record<string, unknown>): string[] =>
  created("/persistentvolumes", {
    spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1" }, volumeMode: "Block", ...sources },
  }).map(({ field, message }) => `${field}: ${message}`);

test("a flexVolume may stand beside another source, a local volume must say where it is when it is the first", () => {
  expect(volume({ hostPath: { path: "/a" }, flexVolume: { driver: "a/b" } })).toEqual([]);
  expect(volume({ hostPath: { path: "/a" }, local: { path: "/b" } })).toEqual([
    "spec.local: Forbidden: may not specify more than 1 volume type",
  ]);
  expect(volume({ local: { path: "/b" }, csi: { driver: "d", volumeHandle: "h" } })).toEqual([
    "spec.nodeAffinity: Required value: Local volume requires node affinity",
    "spec.csi: Forbidden: may not specify more than 1 volume type",
  ]);
});

test("the changed spec of an attachment is quoted with its inline volume in Go's form", () => {
  const attachment = (volumeHandle: string): KubeObject =>
    ({
      metadata: { name: "x" },
      spec: {
        attacher: "a",
        nodeName: "n",
        source: { inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], csi: { driver: "d", volumeHandle } } },
      },
    }) as unknown as KubeObject;
  const { validateUpdate } = builtinStrategy("storage.k8s.io/volumeattachments");
  const [error] = validateUpdate?.(attachment("a"), attachment("b"), context) ?? [];
  expect(error?.message).toContain(
    '"InlineVolumeSpec":{"Capacity":null,"GCEPersistentDisk":null,"AWSElasticBlockStore":null,',
  );
  expect(error?.message).toContain(
    '"AccessModes":["ReadWriteOnce"],"ClaimRef":null,"PersistentVolumeReclaimPolicy":""',
  );
});

test("the empty protocol of an endpoint's port is not supported, none is required", () => {
  const slice = (port: Record<string, unknown>) =>
    created("discovery.k8s.io/endpointslices", { addressType: "IPv4", endpoints: [], ports: [port] });
  expect(slice({ protocol: "" })[0]?.reason).toBe("FieldValueNotSupported");
  expect(slice({})[0]?.reason).toBe("FieldValueRequired");
});
