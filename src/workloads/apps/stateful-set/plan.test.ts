import { describe, expect, test } from "vitest";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { revisionData, revisionHash } from "../../shared/revision-data.ts";
import { nextAvailability, planSet, statusOf, type View } from "./plan.ts";
import { claimsOf, ordinalOf, podOf } from "./pods.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");

type Spec = NonNullable<StatefulSet["spec"]>;

const setOf = (spec: Spec = {}): StatefulSet => ({
  metadata: { name: "db", namespace: "default", uid: "s", generation: 1 },
  spec: { replicas: 3, updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } }, ...spec },
});

interface Traits {
  readonly ready?: boolean;
  readonly revision?: string;
  readonly dying?: boolean;
  readonly phase?: string;
}

const pod = (
  ordinal: number,
  { ready = true, revision = "new", dying = false, phase = "Running" }: Traits = {},
): Pod => ({
  metadata: {
    name: `db-${ordinal}`,
    labels: { "controller-revision-hash": revision },
    ...(dying ? { deletionTimestamp: "2026-07-01T12:00:00Z" } : {}),
  },
  status: {
    phase,
    conditions: [
      { type: "Ready", status: ready ? "True" : "False", lastTransitionTime: "2026-07-01T11:59:55Z" },
    ],
  },
});

const viewOf = (set: StatefulSet, pods: Pod[]): View => ({
  set,
  pods,
  revisions: { current: "old", update: "new" },
  now: NOW,
});

function plan(set: StatefulSet, ...pods: Pod[]): string {
  const { create, remove } = planSet(viewOf(set, pods));
  return [
    ...create.map(({ ordinal, revision }) => `+${ordinal} ${revision}`),
    ...remove.map(({ metadata }) => `-${metadata.name}`),
  ].join(", ");
}

describe("planSet", () => {
  test("makes one pod after the other, each when the one before it is available", () => {
    expect(plan(setOf())).toBe("+0 new");
    expect(plan(setOf(), pod(0, { ready: false }))).toBe("");
    expect(plan(setOf(), pod(0))).toBe("+1 new");
    expect(plan(setOf({ minReadySeconds: 10 }), pod(0))).toBe("");
    expect(nextAvailability(viewOf(setOf({ minReadySeconds: 10 }), [pod(0)]))).toBe(5000);
  });

  test("makes all at once when they do not wait for one another", () => {
    const parallel = setOf({ podManagementPolicy: "Parallel" });
    expect(plan(parallel, pod(1, { ready: false }))).toBe("+0 new, +2 new");
    expect(plan(parallel, ...[0, 1, 2, 3, 4].map((n) => pod(n)))).toBe("-db-4, -db-3");
  });

  test("deletes from the end, one at a time", () => {
    const one = setOf({ replicas: 1 });
    expect(plan(one, pod(0), pod(1), pod(2))).toBe("-db-2");
    expect(plan(one, pod(0), pod(1), pod(2, { dying: true }))).toBe("");
    expect(plan(one, pod(0), pod(1, { ready: false }), pod(2))).toBe("-db-2");
    expect(plan(one, pod(0), pod(1, { ready: false }), pod(2, { ready: false }))).toBe("");
  });

  test("replaces pods of another revision from the last one on, down to the partition", () => {
    const old = { revision: "old" };
    expect(plan(setOf(), pod(0, old), pod(1, old), pod(2, old))).toBe("-db-2");
    expect(plan(setOf(), pod(0, old), pod(1, old), pod(2))).toBe("-db-1");
    const kept = setOf({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } } });
    expect(plan(kept, pod(0, old), pod(1, old), pod(2))).toBe("");
    expect(plan(kept, pod(0, old))).toBe("+1 old");
    expect(plan(setOf({ updateStrategy: { type: "OnDelete" } }), pod(0, old), pod(1), pod(2))).toBe("");
  });

  test("looks after the claims of the pods that it reaches", () => {
    const tended = (set: StatefulSet, ...pods: Pod[]) =>
      planSet(viewOf(set, pods)).tend.map(({ metadata }) => metadata.name);
    const one = setOf({ replicas: 1 });
    expect(tended(one, pod(0), pod(1))).toEqual(["db-0", "db-1"]);
    expect(tended(one, pod(0, { ready: false }), pod(1))).toEqual(["db-0"]);
    expect(tended(setOf(), pod(0), pod(1, { ready: false }), pod(2), pod(3))).toEqual(["db-0", "db-1"]);
    expect(tended(setOf({ podManagementPolicy: "Parallel" }), pod(0, { ready: false }), pod(2))).toEqual([
      "db-0",
      "db-2",
    ]);
  });

  test("replaces pods that have ended, and nothing of a set that goes", () => {
    expect(plan(setOf(), pod(0, { phase: "Failed", ready: false }))).toBe("-db-0");
    const going = { ...setOf(), metadata: { name: "db", deletionTimestamp: "2026-07-01T12:00:00Z" } };
    expect(plan(going)).toBe("");
  });
});

describe("statusOf", () => {
  test("counts, and is at the new revision when all pods are", () => {
    const half = statusOf(
      viewOf(setOf(), [pod(0, { revision: "old" }), pod(1), pod(2, { ready: false })]),
      0,
    );
    expect(half).toMatchObject({
      replicas: 3,
      readyReplicas: 2,
      currentReplicas: 1,
      updatedReplicas: 2,
      currentRevision: "old",
    });
    const done = statusOf(viewOf(setOf(), [pod(0), pod(1), pod(2)]), 0);
    expect(done).toMatchObject({
      currentReplicas: 3,
      currentRevision: "new",
      updateRevision: "new",
      availableReplicas: 3,
    });
  });
});

describe("pods of a set", () => {
  const withClaims = setOf({
    serviceName: "db-service",
    selector: { matchLabels: { app: "db" } },
    volumeClaimTemplates: [{ metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } }],
  });

  test("have a name, a host name and claims of their own", () => {
    expect(podOf(withClaims, { metadata: {}, spec: { containers: [] } }, "db-1", 4)).toMatchObject({
      metadata: {
        name: "db-4",
        labels: {
          "statefulset.kubernetes.io/pod-name": "db-4",
          "apps.kubernetes.io/pod-index": "4",
          "controller-revision-hash": "db-1",
        },
      },
      spec: {
        hostname: "db-4",
        subdomain: "db-service",
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data-db-4" } }],
      },
    });
    expect(claimsOf(withClaims, "db-4")).toMatchObject([
      { metadata: { name: "data-db-4", labels: { app: "db" } } },
    ]);
    expect(ordinalOf(withClaims, { metadata: { name: "db-12" } })).toBe(12);
    expect(ordinalOf(withClaims, { metadata: { name: "db-x" } })).toBeUndefined();
  });

  test("revisions are named by the reference's hash", () => {
    // kube-controller-manager 1.36.3 gives the revision of this template this name.
    const template = {
      metadata: { labels: { app: "db" } },
      spec: {
        containers: [
          {
            image: "a",
            imagePullPolicy: "Always",
            name: "a",
            resources: {},
            terminationMessagePath: "/dev/termination-log",
            terminationMessagePolicy: "File",
          },
        ],
        dnsPolicy: "ClusterFirst",
        restartPolicy: "Always",
        schedulerName: "default-scheduler",
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    };
    expect(revisionHash(revisionData(template), 0)).toBe("6878c4b857");
    const { metadata, spec } = template;
    expect(
      JSON.stringify(revisionData({ spec: { restartPolicy: spec.restartPolicy, containers: [] }, metadata })),
    ).toBe(
      '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"app":"db"}},"spec":{"containers":[],"restartPolicy":"Always"}}}}',
    );
  });
});
