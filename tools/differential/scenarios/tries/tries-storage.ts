import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const STORAGE = "/apis/storage.k8s.io/v1";
const spec = (more: Members): Json => ({ spec: more });
const long = (length: number): string => "x".repeat(length);
const numbered = (count: number): Members =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "v"]));
const terms = (...matchLabelExpressions: Json[]): Json => ({
  allowedTopologies: [{ matchLabelExpressions }],
});

/** Classes, drivers, attachments and capacities. */
export const storageTries = (): Scenario =>
  tries("tries-storage", [
    {
      path: `${STORAGE}/storageclasses`,
      base: { provisioner: "example.com/p" },
      creates: [
        ...["", "A b", "a/b/c", "x", long(300), "UPPER.com/x"].map((provisioner) => ({ provisioner })),
        ...["Retain", "Delete", "Recycle", "Other", "", null].map((reclaimPolicy) => ({ reclaimPolicy })),
        ...["Immediate", "WaitForFirstConsumer", "Other", "", null].map((volumeBindingMode) => ({
          volumeBindingMode,
        })),
        { parameters: numbered(513) },
        { parameters: { "": "x" } },
        { parameters: {} },
        { parameters: { a: long(256 * 1024) } },
        terms(),
        terms({ key: "a", values: [] }),
        terms({ key: "a b", values: ["x y"] }),
        terms({ key: "a", values: ["x", "x"] }),
        terms({ key: "a", values: ["x"] }, { key: "a", values: ["y"] }),
        terms({ values: ["x"] }),
        { allowedTopologies: [{}, {}] },
        {
          allowedTopologies: [
            { matchLabelExpressions: [{ key: "a", values: ["x"] }] },
            { matchLabelExpressions: [{ key: "a", values: ["x"] }] },
          ],
        },
        { allowVolumeExpansion: true, mountOptions: ["a", ""] },
        { metadata: { annotations: { "storageclass.kubernetes.io/is-default-class": "false" } } },
      ],
      updates: [
        { provisioner: "y" },
        { parameters: { a: "b" } },
        { reclaimPolicy: "Retain" },
        { volumeBindingMode: "WaitForFirstConsumer" },
        { allowVolumeExpansion: true },
        { mountOptions: ["x"] },
        terms({ key: "a", values: ["x"] }),
      ],
    },
    {
      path: `${STORAGE}/csidrivers`,
      base: spec({}),
      creates: [
        spec({
          attachRequired: null,
          podInfoOnMount: null,
          storageCapacity: null,
          fsGroupPolicy: null,
          seLinuxMount: null,
        }),
        ...["None", "File", "ReadWriteOnceWithFSType", "Other", ""].map((fsGroupPolicy) =>
          spec({ fsGroupPolicy }),
        ),
        spec({ volumeLifecycleModes: ["Persistent", "Ephemeral", "Persistent"] }),
        spec({ volumeLifecycleModes: ["Other", ""] }),
        spec({ volumeLifecycleModes: [] }),
        ...[599, 600, 4_294_967_296, 4_294_967_297, 0, -1].map((expirationSeconds) =>
          spec({ tokenRequests: [{ audience: "a", expirationSeconds }] }),
        ),
        spec({ tokenRequests: [{ audience: "a" }, { audience: "a" }, { audience: "" }, { audience: "" }] }),
        spec({ tokenRequests: [] }),
        spec({ serviceAccountTokenInSecrets: true }),
        spec({ serviceAccountTokenInSecrets: true, tokenRequests: [{ audience: "a" }] }),
        spec({ serviceAccountTokenInSecrets: false }),
        spec({ nodeAllocatableUpdatePeriodSeconds: 5 }),
        spec({ nodeAllocatableUpdatePeriodSeconds: 10 }),
        spec({ nodeAllocatableUpdatePeriodSeconds: 0 }),
        spec({ requiresRepublish: true, preventPodSchedulingIfMissing: true }),
        { metadata: { name: long(64) } },
        { metadata: { name: "A.b" } },
        { metadata: { name: "a_b" } },
      ],
      updates: [
        spec({ attachRequired: false }),
        spec({ podInfoOnMount: true }),
        spec({ fsGroupPolicy: "File" }),
        spec({ volumeLifecycleModes: ["Ephemeral"] }),
        spec({ storageCapacity: true }),
        spec({ requiresRepublish: true }),
        spec({ seLinuxMount: true }),
        spec({ tokenRequests: [{ audience: "b" }] }),
        spec({ nodeAllocatableUpdatePeriodSeconds: 20 }),
        spec({ serviceAccountTokenInSecrets: true }),
        spec({ attachRequired: null }),
      ],
    },
    {
      path: `${STORAGE}/csinodes`,
      base: spec({
        drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 3 } }],
      }),
      creates: [
        spec({ drivers: [{ name: "", nodeID: "" }] }),
        spec({ drivers: [{ name: "A b", nodeID: long(193) }] }),
        spec({
          drivers: [
            { name: "a", nodeID: long(192) },
            { name: "a", nodeID: "x" },
          ],
        }),
        spec({ drivers: [{ name: "a", nodeID: "n", topologyKeys: ["a", "a", "", "x y"] }] }),
        spec({ drivers: [{ name: "a", nodeID: "n", allocatable: { count: -1 } }] }),
        spec({ drivers: [{ name: "a", nodeID: "n", allocatable: {} }] }),
        spec({ drivers: null }),
        { spec: null },
        spec({ drivers: [{ name: long(64), nodeID: "n" }] }),
      ],
      updates: [
        spec({ drivers: [] }),
        spec({ drivers: [{ name: "a.example.com", nodeID: "m" }] }),
        spec({
          drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 5 } }],
        }),
        spec({
          drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["b"], allocatable: { count: 3 } }],
        }),
        spec({ drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"] }] }),
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
        spec({ attacher: "" }),
        spec({ attacher: "A b" }),
        spec({ nodeName: "" }),
        spec({ nodeName: "A b" }),
        spec({ source: { persistentVolumeName: null } }),
        spec({ source: { persistentVolumeName: "" } }),
        spec({ source: { persistentVolumeName: "A b" } }),
        spec({ source: { inlineVolumeSpec: {} } }),
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
      updates: [
        spec({ nodeName: "m" }),
        spec({ source: { persistentVolumeName: "q" } }),
        { metadata: { labels: { a: "b" } } },
      ],
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
        { storageClassName: "" },
        { storageClassName: "A b" },
        { capacity: "-1" },
        { capacity: "x" },
        { capacity: "1.5Gi", maximumVolumeSize: "-1" },
        { nodeTopology: {} },
        { nodeTopology: { matchLabels: { "a b": "c d" } } },
        { nodeTopology: { matchExpressions: [{ key: "a", operator: "In" }] } },
        { capacity: "1", maximumVolumeSize: "2" },
        { storageClassName: null },
      ],
      updates: [
        { storageClassName: "t" },
        { nodeTopology: { matchLabels: { a: "b" } } },
        { capacity: "5Gi" },
        { capacity: "-5" },
      ],
    },
    {
      path: `${STORAGE}/volumeattributesclasses`,
      base: { driverName: "d.example.com", parameters: { a: "b" } },
      creates: [
        { driverName: "" },
        { driverName: "A b" },
        { parameters: null },
        { parameters: {} },
        { parameters: { "": "x" } },
        { parameters: numbered(513) },
        { parameters: { a: long(256 * 1024) } },
        { driverName: long(64) },
      ],
      updates: [
        { driverName: "e" },
        { parameters: { a: "c" } },
        { parameters: null },
        { metadata: { labels: { a: "b" } } },
      ],
    },
  ]);
