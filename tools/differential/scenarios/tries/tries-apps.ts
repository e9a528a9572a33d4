import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { type Tries, tries } from "./tries.ts";

const path = (resource: string): string => `/apis/apps/v1/namespaces/{{ns}}/${resource}`;
const spec = (more: { readonly [key: string]: Json }): Json => ({ spec: more });
const base: Json = {
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};

/** Specs that are wrong in every workload. */
const ALL: readonly Json[] = [
  spec({ selector: null }),
  spec({ selector: {} }),
  spec({ selector: { matchLabels: null, matchExpressions: [] } }),
  spec({ selector: { matchLabels: { a: "c" } } }),
  spec({ selector: { matchLabels: { "a b": "c d" } } }),
  spec({
    selector: {
      matchExpressions: [{ key: "a", operator: "In" }, { key: "", operator: "Exists" }, { key: "a" }],
    },
  }),
  spec({ selector: { matchExpressions: [{ key: "a", operator: "DoesNotExist" }] } }),
  spec({ replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 }),
  spec({ replicas: null }),
  spec({ template: null }),
  spec({ template: { metadata: null } }),
  spec({ template: { metadata: { name: "A B", namespace: "x", generateName: "?" } } }),
  spec({ template: { metadata: { labels: { a: "b", c: "d e" }, annotations: { "x y": "" } } } }),
  spec({ template: { spec: { restartPolicy: "Never" } } }),
  spec({ template: { spec: { restartPolicy: "OnFailure" } } }),
  spec({ template: { spec: { restartPolicy: "" } } }),
  spec({ template: { spec: { activeDeadlineSeconds: 5 } } }),
  spec({ template: { spec: { activeDeadlineSeconds: 0 } } }),
  spec({ template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } }),
  spec({ template: { spec: { containers: [] } } }),
  spec({ replicas: 2, template: { spec: { volumes: [{ name: "v", gcePersistentDisk: { pdName: "x" } }] } } }),
  spec({
    template: { spec: { volumes: [{ name: "v", gcePersistentDisk: { pdName: "x", readOnly: true } }] } },
  }),
  { metadata: { name: "a.b" } },
  { metadata: { name: "x".repeat(64) } },
  { metadata: { name: "A" } },
  { metadata: { name: "x".repeat(254) } },
];

const replicas = (more: { readonly [key: string]: Json }): Json => ({ replicas: 3, ...more });
const STATUSES: readonly Json[] = [
  replicas({
    replicas: -1,
    readyReplicas: -1,
    availableReplicas: -1,
    updatedReplicas: -1,
    unavailableReplicas: -1,
  }),
  replicas({
    fullyLabeledReplicas: -1,
    currentReplicas: -1,
    observedGeneration: -1,
    collisionCount: -1,
    terminatingReplicas: -1,
  }),
  replicas({
    readyReplicas: 4,
    availableReplicas: 5,
    updatedReplicas: 6,
    currentReplicas: 7,
    fullyLabeledReplicas: 8,
  }),
  replicas({ readyReplicas: 1, availableReplicas: 2 }),
  replicas({ readyReplicas: 2, availableReplicas: 2, collisionCount: 2, terminatingReplicas: 1 }),
  replicas({ collisionCount: 1 }),
  replicas({ collisionCount: null }),
  replicas({ conditions: [{ type: "", status: "" }] }),
  {
    numberReady: -1,
    numberAvailable: -1,
    numberUnavailable: -1,
    numberMisscheduled: -1,
    desiredNumberScheduled: -1,
    updatedNumberScheduled: -1,
  },
];

const workload = (resource: string, creates: readonly Json[], updates: readonly Json[] = []): Tries => ({
  path: path(resource),
  base,
  creates: [...ALL, ...creates],
  updates: [...ALL.slice(1, -4), ...creates, ...updates],
  status: { collisionCount: 2 },
  statuses: STATUSES,
});

const strategy = (type: string | null, rollingUpdate: Json): Json => ({
  spec: { strategy: { type, rollingUpdate } },
});
const amounts: readonly Json[] = [
  "x",
  "5",
  "-5%",
  "101%",
  "1000%",
  "0%",
  "00%",
  "5.5%",
  " 5%",
  "+5%",
  -1,
  0,
  2_147_483_647,
];

/** Deployments and ReplicaSets. */
export const deploymentTries = (): Scenario =>
  tries("tries-deployments", [
    workload("deployments", [
      strategy("Other", null),
      strategy("", null),
      strategy(null, null),
      strategy("Recreate", {}),
      strategy("Recreate", null),
      strategy("RollingUpdate", null),
      strategy("RollingUpdate", {}),
      strategy("RollingUpdate", { maxSurge: 0, maxUnavailable: 0 }),
      strategy("RollingUpdate", { maxSurge: "0%", maxUnavailable: 0 }),
      ...amounts.map((maxSurge) => strategy("RollingUpdate", { maxSurge })),
      ...amounts.map((maxUnavailable) => strategy("RollingUpdate", { maxUnavailable })),
      spec({ progressDeadlineSeconds: -1 }),
      spec({ progressDeadlineSeconds: 5, minReadySeconds: 5 }),
      spec({ progressDeadlineSeconds: 0 }),
      spec({ paused: true, progressDeadlineSeconds: 2_147_483_647 }),
    ]),
    workload("replicasets", [spec({ minReadySeconds: 5 })]),
  ]);

const claim = (more: { readonly [key: string]: Json }, name = "v"): Json => ({
  metadata: { name },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...more },
});
const update = (type: string | null, rollingUpdate: Json): Json => ({
  spec: { updateStrategy: { type, rollingUpdate } },
});

/** StatefulSets and DaemonSets. */
export const setTries = (): Scenario =>
  tries("tries-sets", [
    workload(
      "statefulsets",
      [
        spec({ podManagementPolicy: "" }),
        spec({ podManagementPolicy: "Other" }),
        spec({ podManagementPolicy: "Parallel" }),
        update("", null),
        update("Other", null),
        update("OnDelete", { partition: 1 }),
        update("OnDelete", null),
        update("RollingUpdate", null),
        update("RollingUpdate", {}),
        update("RollingUpdate", { partition: -1 }),
        update("RollingUpdate", { partition: 5 }),
        ...amounts.map((maxUnavailable) => update("RollingUpdate", { maxUnavailable })),
        spec({ ordinals: { start: -1 } }),
        spec({ ordinals: { start: 3 } }),
        spec({ ordinals: {} }),
        spec({ serviceName: "A B" }),
        spec({ serviceName: "" }),
        spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Other" } }),
        spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "" } }),
        spec({ persistentVolumeClaimRetentionPolicy: { whenScaled: "Delete" } }),
        spec({ persistentVolumeClaimRetentionPolicy: null }),
        spec({ volumeClaimTemplates: [claim({})] }),
        spec({
          volumeClaimTemplates: [claim({ accessModes: [] }), claim({ resources: {} }), claim({}, "A B")],
        }),
        spec({ volumeClaimTemplates: [claim({}), claim({})] }),
        spec({ volumeClaimTemplates: [claim({ volumeMode: "Other" })] }),
        spec({
          volumeClaimTemplates: [claim({})],
          template: {
            spec: {
              volumes: [
                { name: "v", emptyDir: {} },
                { name: "w", emptyDir: {} },
              ],
            },
          },
        }),
        spec({
          volumeClaimTemplates: [claim({})],
          template: {
            spec: { containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: "/v" }] }] },
          },
        }),
        spec({
          template: {
            spec: { containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: "/v" }] }] },
          },
        }),
      ],
      [
        spec({ replicas: 7, minReadySeconds: 4, revisionHistoryLimit: 3 }),
        spec({ template: { spec: { nodeSelector: { x: "y" } } } }),
      ],
    ),
    {
      path: path("statefulsets"),
      base: {
        spec: {
          serviceName: "s",
          volumeClaimTemplates: [claim({})],
          ...(base as { spec: object }).spec,
        } as Json,
      },
      updates: [
        spec({ volumeClaimTemplates: null }),
        spec({ volumeClaimTemplates: [claim({ storageClassName: "x" })] }),
        spec({ volumeClaimTemplates: [claim({ resources: { requests: { storage: "2Gi" } } })] }),
        spec({ serviceName: null }),
        spec({ podManagementPolicy: "Parallel" }),
        spec({ ordinals: { start: 1 } }),
        spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Delete" } }),
      ],
    },
    workload(
      "daemonsets",
      [
        update("", null),
        update("Other", null),
        update("OnDelete", {}),
        update("OnDelete", null),
        update("RollingUpdate", null),
        update("RollingUpdate", {}),
        update("RollingUpdate", { maxSurge: 0, maxUnavailable: 0 }),
        update("RollingUpdate", { maxSurge: 1, maxUnavailable: 1 }),
        update("RollingUpdate", { maxSurge: 1 }),
        ...amounts.map((maxSurge) => update("RollingUpdate", { maxSurge, maxUnavailable: 0 })),
        ...amounts.map((maxUnavailable) => update("RollingUpdate", { maxUnavailable })),
      ],
      [{ metadata: { annotations: { "deprecated.daemonset.template.generation": "7" } } }],
    ),
    {
      path: path("daemonsets"),
      base: {
        metadata: { annotations: { "deprecated.daemonset.template.generation": "7" } },
        ...(base as object),
      } as Json,
      updates: ["6", "7", "8", "x", "", "99999999999999999999"].flatMap((generation): Json[] => {
        const metadata = { annotations: { "deprecated.daemonset.template.generation": generation } };
        return [{ metadata }, { metadata, spec: { template: { spec: { nodeSelector: { x: "y" } } } } }];
      }),
    },
    {
      path: path("controllerrevisions"),
      base: { revision: 1, data: { a: 1 } },
      creates: [
        { data: null },
        { data: [] },
        { data: "x" },
        { data: 1 },
        { data: true },
        { revision: -1 },
        { revision: null },
        { metadata: { name: "A" } },
      ],
      updates: [
        { data: { a: 2 } },
        { data: null },
        { data: { a: null, b: 1 } },
        { revision: 3 },
        { revision: -1 },
        { metadata: { labels: { a: "b" } } },
      ],
    },
  ]);
