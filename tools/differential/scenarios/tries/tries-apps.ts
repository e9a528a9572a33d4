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
  spec({ selector: {} }),
  spec({ selector: { matchLabels: { "a b": "c d" } } }),
  spec({
    selector: {
      matchExpressions: [{ key: "a", operator: "In" }, { key: "", operator: "Exists" }, { key: "a" }],
    },
  }),
  spec({ template: { metadata: { labels: { a: "b", c: "d e" }, annotations: { "x y": "" } } } }),
  spec({ template: { spec: { restartPolicy: "Never" } } }),
  spec({ template: { spec: { activeDeadlineSeconds: 0 } } }),
  spec({ template: { spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } }),
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
const amounts: readonly Json[] = ["101%"];

/** Deployments and ReplicaSets. */
export const deploymentTries = (): Scenario =>
  tries("tries-deployments", [
    workload("deployments", [
      ...amounts.map((maxUnavailable) => strategy("RollingUpdate", { maxUnavailable })),
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
        update("OnDelete", { partition: 1 }),
        spec({
          volumeClaimTemplates: [claim({ accessModes: [] }), claim({ resources: {} }), claim({}, "A B")],
        }),
        spec({ volumeClaimTemplates: [claim({}), claim({})] }),
        spec({ volumeClaimTemplates: [claim({ volumeMode: "Other" })] }),
        spec({
          template: {
            spec: { containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: "/v" }] }] },
          },
        }),
      ],
      [],
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
      updates: [spec({ volumeClaimTemplates: [claim({ storageClassName: "x" })] })],
    },
    workload(
      "daemonsets",
      [],
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
      creates: [{ data: true }],
      updates: [{ data: { a: 2 } }],
    },
  ]);
