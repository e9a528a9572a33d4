import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const STORAGE = "/apis/storage.k8s.io/v1";
const spec = (more: Members): Json => ({ spec: more });
const long = (length: number): string => "x".repeat(length);

/** Classes, drivers, attachments and capacities: valid ones, and statuses. The refused ones are generated (`../../rules/`). */
export const storageTries = (): Scenario =>
  tries("tries-storage", [
    {
      path: `${STORAGE}/storageclasses`,
      base: { provisioner: "example.com/p" },
      creates: [
        ...["x", "UPPER.com/x"].map((provisioner) => ({ provisioner })),
        { reclaimPolicy: "" },
        { parameters: {} },
        { allowVolumeExpansion: true, mountOptions: ["a", ""] },
        { metadata: { annotations: { "storageclass.kubernetes.io/is-default-class": "false" } } },
      ],
      updates: [
        { allowVolumeExpansion: true },
        { mountOptions: ["x"] },
        { allowedTopologies: [{ matchLabelExpressions: [{ key: "a", values: ["x"] }] }] },
      ],
    },
    {
      path: `${STORAGE}/csidrivers`,
      base: spec({}),
      creates: [
        spec({ volumeLifecycleModes: ["Persistent", "Ephemeral", "Persistent"] }),
        spec({ volumeLifecycleModes: [] }),
        spec({ tokenRequests: [] }),
        spec({ serviceAccountTokenInSecrets: true, tokenRequests: [{ audience: "a" }] }),
        spec({ requiresRepublish: true, preventPodSchedulingIfMissing: true }),
        { metadata: { name: long(64) } },
      ],
      updates: [
        spec({ podInfoOnMount: true }),
        spec({ storageCapacity: true, requiresRepublish: true, seLinuxMount: true }),
        spec({ tokenRequests: [{ audience: "b" }] }),
        spec({ attachRequired: null }),
      ],
    },
    {
      path: `${STORAGE}/csinodes`,
      base: spec({
        drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 3 } }],
      }),
      creates: [
        spec({ drivers: [{ name: "a", nodeID: "n", allocatable: {} }] }),
        spec({ drivers: [{ name: "a", nodeID: "n", topologyKeys: ["a", "a", "", "x y"] }] }),
        spec({ drivers: null }),
        { spec: null },
      ],
      updates: [
        spec({ drivers: [] }),
        ...[{ count: 5 }, null].map((allocatable) =>
          spec({ drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable }] }),
        ),
        spec({
          drivers: [
            { name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 3 } },
            { name: "b", nodeID: "n" },
          ],
        }),
        spec({ drivers: [{ name: "b", nodeID: "n" }] }),
      ],
    },
    {
      path: `${STORAGE}/volumeattachments`,
      base: spec({ attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "p" } }),
      creates: [
        spec({ source: { persistentVolumeName: null, inlineVolumeSpec: {} } }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              capacity: { storage: "1" },
              accessModes: ["ReadWriteOnce"],
              persistentVolumeReclaimPolicy: "Retain",
              csi: { driver: "d", volumeHandle: "h" },
            },
          },
        }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], hostPath: { path: "/" } },
          },
        }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              storageClassName: "x",
              csi: { driver: "", volumeHandle: "" },
            },
          },
        }),
      ],
      updates: [{ metadata: { labels: { a: "b" } } }],
      status: { attached: false },
      statuses: [
        { attached: true, attachmentMetadata: { a: long(300_000) } },
        { attached: true, attachmentMetadata: { a: "b" } },
        { attached: null },
        { attached: true, attachError: { message: long(300_000) } },
        {
          attached: true,
          attachError: { message: "x", errorCode: -1, time: "2001-02-03T04:05:06Z" },
          detachError: { errorCode: 3 },
        },
        { attached: true, attachError: { errorCode: 0 } },
      ],
    },
    {
      path: `${STORAGE}/namespaces/{{ns}}/csistoragecapacities`,
      base: { storageClassName: "s" },
      creates: [
        { capacity: "x" },
        { capacity: "1.5Gi", maximumVolumeSize: "-1" },
        { nodeTopology: {} },
        { capacity: "1", maximumVolumeSize: "2" },
      ],
      updates: [{ capacity: "5Gi" }],
    },
    {
      path: `${STORAGE}/volumeattributesclasses`,
      base: { driverName: "d.example.com", parameters: { a: "b" } },
      creates: [{ driverName: long(63) }],
      updates: [{ metadata: { labels: { a: "b" } } }],
    },
  ]);
