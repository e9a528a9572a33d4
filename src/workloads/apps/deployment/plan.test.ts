import { describe, expect, test } from "vitest";
import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { afterCreation, nextStep, type Step } from "./plan.ts";
import { newReplicaSet } from "./replica-sets.ts";
import { proportionalScaling } from "./scale.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");
const REVISION = "deployment.kubernetes.io/revision";

type Spec = NonNullable<Deployment["spec"]>;

const deploymentOf = (spec: Partial<Spec> = {}, status: Deployment["status"] = {}): Deployment => ({
  metadata: { name: "web", namespace: "default", uid: "d", generation: 1 },
  spec: {
    replicas: 4,
    selector: { matchLabels: { app: "web" } },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "a", image: "new" }] } },
    ...spec,
  },
  status,
});

interface Size {
  readonly replicas: number;
  readonly available?: number;
  readonly revision?: number;
  readonly image?: string;
  readonly desired?: number;
}

function setOf(
  name: string,
  { replicas, available = replicas, revision = 1, image = "new", desired = 4 }: Size,
): ReplicaSet {
  return {
    metadata: {
      name,
      namespace: "default",
      uid: name,
      generation: 1,
      creationTimestamp: `2026-07-01T11:00:0${revision}Z`,
      annotations: {
        [REVISION]: String(revision),
        "deployment.kubernetes.io/desired-replicas": String(desired),
        "deployment.kubernetes.io/max-replicas": String(desired + 1),
      },
    },
    spec: {
      replicas,
      template: {
        metadata: { labels: { app: "web", "pod-template-hash": name } },
        spec: { containers: [{ name: "a", image }] },
      },
    },
    status: {
      replicas,
      readyReplicas: available,
      availableReplicas: available,
      observedGeneration: 1,
      terminatingReplicas: 0,
    },
  };
}

const PROGRESSING = { type: "Progressing", status: "True", reason: "ReplicaSetUpdated" };

function withRevision(deployment: Deployment, revision: number): Deployment {
  const conditions = [
    { ...PROGRESSING, lastUpdateTime: "2026-07-01T12:00:00Z" },
    ...(deployment.status?.conditions ?? []),
  ];
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: { [REVISION]: String(revision) } },
    status: { ...deployment.status, conditions },
  };
}

const step = (deployment: Deployment, replicaSets: ReplicaSet[], pods: Pod[] = []): Step =>
  nextStep({ deployment, replicaSets, podsOf: () => pods, now: NOW });

function sizes(result: Step): Record<string, number> {
  if (result.do !== "scale") return {};
  return Object.fromEntries(
    result.scalings.map(({ replicaSet, replicas }) => [replicaSet.metadata.name, replicas]),
  );
}

describe("nextStep", () => {
  test("first makes the replica set of the template", () => {
    expect(step(deploymentOf(), [])).toEqual({ do: "create", revision: 1n, old: [] });
    const old = setOf("old", { replicas: 4, revision: 6, image: "old" });
    expect(step(deploymentOf(), [old])).toEqual({ do: "create", revision: 7n, old: [old] });
    // Upstream's test uses this number. A JavaScript number cannot represent it.
    const far: ReplicaSet = {
      ...old,
      metadata: { ...old.metadata, annotations: { [REVISION]: "3546343826724305832" } },
    };
    expect(step(deploymentOf(), [far])).toMatchObject({ revision: 3546343826724305833n });
  });

  test("says the revision, and that it found a replica set", () => {
    const result = step(deploymentOf(), [setOf("new", { replicas: 4 })]);
    expect(result).toMatchObject({
      do: "status",
      deployment: {
        metadata: { annotations: { [REVISION]: "1" } },
        status: { conditions: [{ reason: "FoundNewReplicaSet", message: 'Found new replica set "new"' }] },
      },
    });
  });

  test("scales up as far as the surge allows, and down what may be missing", () => {
    const deployment = withRevision(deploymentOf(), 2);
    const young = (replicas: number, available = replicas) =>
      setOf("new", { replicas, available, revision: 2 });
    const old = (replicas: number, available = replicas) =>
      setOf("old", { replicas, available, image: "old" });
    expect(sizes(step(deployment, [young(0), old(4)]))).toEqual({ new: 1 });
    expect(sizes(step(deployment, [young(1, 0), old(4)]))).toEqual({ old: 3 });
    expect(sizes(step(deployment, [young(1, 0), old(3)]))).toEqual({ new: 2 });
    expect(step(deployment, [young(2, 0), old(3)]).do).toBe("status");
    expect(sizes(step(deployment, [young(2, 2), old(3)]))).toEqual({ old: 1 });
    expect(sizes(step(deployment, [young(4, 4), old(1)]))).toEqual({ old: 0 });
  });

  test("takes pods that are not available from old replica sets first", () => {
    const deployment = withRevision(deploymentOf(), 3);
    const older = setOf("older", { replicas: 1, available: 0, image: "older" });
    const old = setOf("old", { replicas: 3, image: "old", revision: 2 });
    const young = setOf("new", { replicas: 1, available: 0, revision: 3 });
    expect(sizes(step(deployment, [young, old, older]))).toEqual({ older: 0 });
  });

  test("reports a rollout that is complete, and then rests", () => {
    const deployment = withRevision(deploymentOf(), 1);
    const done = step(deployment, [setOf("new", { replicas: 4 })]);
    expect(done).toMatchObject({
      do: "status",
      deployment: {
        status: {
          availableReplicas: 4,
          conditions: [
            { type: "Available", status: "True", reason: "MinimumReplicasAvailable" },
            { type: "Progressing", reason: "NewReplicaSetAvailable" },
          ],
        },
      },
    });
    const after = done.do === "status" ? done.deployment : deployment;
    expect(step(after, [setOf("new", { replicas: 4 })])).toEqual({ do: "nothing" });
  });

  test("calls a rollout late after its deadline", () => {
    const spec = { progressDeadlineSeconds: 5 };
    const status = { replicas: 4, updatedReplicas: 4, observedGeneration: 1 };
    const slow = withRevision(deploymentOf(spec, status), 1);
    const replicaSets = [setOf("new", { replicas: 4, available: 0 })];
    const later = nextStep({ deployment: slow, replicaSets, podsOf: () => [], now: NOW + 6000 });
    expect(later).toMatchObject({
      deployment: { status: { conditions: [{}, { status: "False", reason: "ProgressDeadlineExceeded" }] } },
    });
  });

  test("passes on why a replica set gets no pods", () => {
    const failing = setOf("new", { replicas: 4, available: 0 });
    const conditions = [
      { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "denied" },
    ];
    const replicaSets = [{ ...failing, status: { ...failing.status, replicas: 0, conditions } }];
    const result = step(withRevision(deploymentOf(), 1), replicaSets);
    expect(result).toMatchObject({
      deployment: { status: { conditions: [{}, {}, { type: "ReplicaFailure", message: "denied" }] } },
    });
  });

  test("deletes replica sets beyond the history, and none that still has pods", () => {
    const spec = { revisionHistoryLimit: 1 };
    const status = { observedGeneration: 1, replicas: 4, updatedReplicas: 4, availableReplicas: 4 };
    const old = [1, 2, 3].map((revision) =>
      setOf(`old-${revision}`, { replicas: 0, revision, image: `${revision}` }),
    );
    const running = {
      ...(old[0] ?? setOf("", { replicas: 0 })),
      status: { replicas: 1, observedGeneration: 1 },
    };
    const newest = setOf("new", { replicas: 4, revision: 4 });
    const result = step(withRevision(deploymentOf(spec, status), 4), [newest, running, ...old.slice(1)]);
    expect(result).toEqual({ do: "remove", replicaSets: [old[1]] });
  });

  test("Recreate waits for the last old pod before it makes a new one", () => {
    const deployment = deploymentOf({ strategy: { type: "Recreate" } });
    const old = (replicas: number) => setOf("old", { replicas, image: "old" });
    expect(sizes(step(deployment, [old(4)]))).toEqual({ old: 0 });
    expect(step(deployment, [old(0)], [{ metadata: {}, status: { phase: "Running" } }]).do).toBe("status");
    expect(step(deployment, [old(0)], [{ metadata: {}, status: { phase: "Failed" } }]).do).toBe("create");
  });

  test("a paused deployment is scaled, and not rolled out", () => {
    const paused = deploymentOf({ paused: true });
    const old = setOf("old", { replicas: 2, image: "old", desired: 2 });
    const first = step(paused, [old]);
    expect(first).toMatchObject({ deployment: { status: { conditions: [{ reason: "DeploymentPaused" }] } } });
    const said = first.do === "status" ? first.deployment : paused;
    expect(sizes(step(said, [old]))).toEqual({ old: 4 });
  });

  test("a Deployment that is paused in the middle of a rollout counts its pods", () => {
    const conditions = [{ type: "Progressing", status: "Unknown", reason: "DeploymentPaused" }];
    const paused = deploymentOf({ paused: true }, { conditions });
    const sets = [setOf("a", { replicas: 3, image: "a" }), setOf("b", { replicas: 2, image: "b" })];
    expect(step(paused, sets)).toMatchObject({ do: "status", deployment: { status: { replicas: 5 } } });
  });

  test("an old template gets its old replica set, with the next revision and a history", () => {
    const old = setOf("old", { replicas: 4, revision: 2, image: "old" });
    const result = step(withRevision(deploymentOf(), 2), [setOf("new", { replicas: 0 }), old]);
    expect(result).toMatchObject({
      do: "update",
      replicaSet: {
        metadata: {
          name: "new",
          annotations: { [REVISION]: "3", "deployment.kubernetes.io/revision-history": "1" },
        },
      },
    });
  });
});

describe("proportionalScaling", () => {
  test("shares growth among replica sets that run, what is left over goes to the largest", () => {
    const deployment = withRevision(deploymentOf({ replicas: 8 }), 2);
    const [newest, old] = [
      setOf("new", { replicas: 2, revision: 2 }),
      setOf("old", { replicas: 3, image: "old" }),
    ];
    const scaled = proportionalScaling(deployment, { newest, old: [old] });
    expect(scaled.map(({ replicas }) => replicas)).toEqual([6, 4]);
  });
});

describe("newReplicaSet", () => {
  test("is named by the hash, and owned by the deployment", () => {
    const made = newReplicaSet(deploymentOf(), [], "abc", 1n);
    expect(made).toMatchObject({
      metadata: {
        name: "web-abc",
        labels: { app: "web", "pod-template-hash": "abc" },
        annotations: { [REVISION]: "1", "deployment.kubernetes.io/max-replicas": "5" },
        ownerReferences: [
          { kind: "Deployment", name: "web", uid: "d", controller: true, blockOwnerDeletion: true },
        ],
      },
      spec: { replicas: 4, selector: { matchLabels: { app: "web", "pod-template-hash": "abc" } } },
    });
    expect(
      newReplicaSet({ ...deploymentOf(), metadata: { name: "a".repeat(253) } }, [], "abc", 1n).metadata.name,
    ).toHaveLength(253);
  });

  test("is announced in the status", () => {
    const deployment = afterCreation(deploymentOf(), setOf("new", { replicas: 4 }), 5n, NOW);
    expect(deployment.metadata.annotations).toEqual({ [REVISION]: "5" });
    expect(deployment.status?.conditions?.[0]?.reason).toBe("NewReplicaSetCreated");
  });
});
