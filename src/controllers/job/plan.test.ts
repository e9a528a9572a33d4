import { describe, expect, test } from "vitest";
import type { Job, JobStatus, Pod } from "../workloads/types.ts";
import { account, TRACKING } from "./account.ts";
import { backoffEnd } from "./backoff.ts";
import { completedIndexes, pendingIndexes, templateOf, writtenIndexes } from "./indexes.ts";
import { nextStep, type Step } from "./plan.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");

type Spec = NonNullable<Job["spec"]>;

const jobOf = (spec: Spec = {}, status: JobStatus = {}): Job => ({
  metadata: { name: "j", namespace: "default", uid: "j" },
  spec: {
    parallelism: 1,
    completions: 1,
    backoffLimit: 6,
    template: { spec: { containers: [{ name: "a" }] } },
    ...spec,
  },
  status: {
    ready: 0,
    terminating: 0,
    startTime: "2026-07-01T12:00:00Z",
    uncountedTerminatedPods: {},
    ...status,
  },
});

interface Traits {
  readonly phase?: string;
  readonly tracked?: boolean;
  readonly index?: number;
  readonly dying?: boolean;
}

const podOf = (
  uid: string,
  { phase = "Running", tracked = true, index, dying = false }: Traits = {},
): Pod => ({
  metadata: {
    name: uid,
    uid,
    ...(tracked ? { finalizers: [TRACKING] } : {}),
    ...(index === undefined
      ? {}
      : { annotations: { "batch.kubernetes.io/job-completion-index": String(index) } }),
    ...(dying ? { deletionTimestamp: "2026-07-01T12:00:00Z" } : {}),
    creationTimestamp: "2026-07-01T12:00:00Z",
  },
  status: { phase, conditions: [{ type: "Ready", status: phase === "Running" ? "True" : "False" }] },
});

const step = (job: Job, ...pods: Pod[]): Step => nextStep(job, pods, NOW);

/** Plays until there is nothing to do: finalizers go, statuses are kept, pods are deleted at once. */
function settle(job: Job, pods: Pod[]): { job: Job; steps: string[] } {
  let [current, rest] = [job, pods];
  const steps: string[] = [];
  for (let i = 0; i < 20; i++) {
    const next = nextStep(current, rest, NOW);
    steps.push(next.do);
    if (next.do === "nothing" || next.do === "create") return { job: current, steps };
    if (next.do === "status") current = { ...current, status: next.status };
    if (next.do === "release")
      rest = rest.map((pod) =>
        next.pods.includes(pod) ? { ...pod, metadata: { ...pod.metadata, finalizers: [] } } : pod,
      );
    if (next.do === "remove")
      rest = rest.map((pod) =>
        next.pods.includes(pod)
          ? { ...pod, metadata: { ...pod.metadata, deletionTimestamp: "2026-07-01T12:00:00Z" } }
          : pod,
      );
  }
  throw new Error(steps.join(" "));
}

describe("nextStep", () => {
  test("makes as many pods as may run at once and are still needed", () => {
    expect(step(jobOf({ parallelism: 3, completions: 10 }))).toEqual({
      do: "create",
      indexes: [undefined, undefined, undefined],
    });
    const done = { succeeded: 9 };
    expect(step(jobOf({ parallelism: 3, completions: 10 }, done))).toEqual({
      do: "create",
      indexes: [undefined],
    });
    expect(step(jobOf({ parallelism: 2000, completions: 2000 }))).toMatchObject({
      do: "create",
      indexes: { length: 500 },
    });
  });

  test("counts each pod once: its uid, its finalizer, its number", () => {
    const { job, steps } = settle(jobOf({ completions: 2 }), [podOf("a", { phase: "Succeeded" })]);
    expect(steps).toEqual(["status", "release", "status", "create"]);
    expect(job.status).toMatchObject({ succeeded: 1, uncountedTerminatedPods: {} });
    const again = account(job, [podOf("a", { phase: "Succeeded", tracked: false })]);
    expect(again.status.succeeded).toBe(1);
  });

  test("is complete when enough pods have succeeded and been counted", () => {
    const { job, steps } = settle(jobOf(), [podOf("a", { phase: "Succeeded" })]);
    expect(steps).toEqual(["status", "release", "status", "status", "nothing"]);
    expect(job.status).toMatchObject({
      succeeded: 1,
      completionTime: "2026-07-01T12:00:00Z",
      conditions: [{ type: "SuccessCriteriaMet" }, { type: "Complete", reason: "CompletionsReached" }],
    });
  });

  test("fails after too many failures, and takes the pods that run along", () => {
    const pods = [podOf("a", { phase: "Failed" }), podOf("b")];
    const { job } = settle(jobOf({ parallelism: 2, completions: 2, backoffLimit: 0 }), pods);
    expect(job.status?.conditions).toMatchObject([{ type: "FailureTarget" }]);
    const gone = settle(job, [podOf("a", { phase: "Failed", tracked: false })]);
    expect(gone.job.status?.conditions).toMatchObject([
      { type: "FailureTarget" },
      { type: "Failed", reason: "BackoffLimitExceeded" },
    ]);
  });

  test("fails at its deadline, and is looked at then", () => {
    const job = jobOf({ activeDeadlineSeconds: 5 }, { active: 1, ready: 1 });
    expect(step(job, podOf("a"))).toEqual({ do: "nothing", againAt: NOW + 5000 });
    expect(nextStep(job, [podOf("a")], NOW + 5000)).toMatchObject({ do: "remove" });
    expect(nextStep(jobOf({ activeDeadlineSeconds: 5 }), [], NOW + 5000)).toMatchObject({
      status: { conditions: [{ type: "FailureTarget", reason: "DeadlineExceeded" }, { type: "Failed" }] },
    });
  });

  test("a suspended Job has no pods, and no start", () => {
    expect(step(jobOf({ suspend: true }))).toMatchObject({
      do: "status",
      status: { conditions: [{ type: "Suspended", status: "True", reason: "JobSuspended" }] },
      says: { reason: "Suspended" },
    });
    const suspended = jobOf({ suspend: true }, { conditions: [{ type: "Suspended", status: "True" }] });
    expect(step(suspended, podOf("a"))).toMatchObject({ do: "remove" });
    const resumed = jobOf({}, { conditions: [{ type: "Suspended", status: "True" }] });
    expect(step(resumed)).toMatchObject({
      status: { conditions: [{ status: "False", reason: "JobResumed" }] },
    });
  });

  test("waits after a failure before it makes the next pod", () => {
    const failed = podOf("a", { phase: "Failed", tracked: false });
    expect(step(jobOf({}, { failed: 1 }), failed)).toEqual({ do: "nothing", againAt: NOW + 10_000 });
    expect(nextStep(jobOf({}, { failed: 1 }), [failed], NOW + 10_000).do).toBe("create");
    const twice = [failed, podOf("b", { phase: "Failed" })];
    expect(backoffEnd(twice)).toBe(NOW + 20_000);
    expect(backoffEnd([podOf("c", { phase: "Succeeded" }), ...twice])).toBe(0);
  });

  test("a finished Job only lets its pods go", () => {
    const done = jobOf({}, { conditions: [{ type: "Complete", status: "True" }] });
    expect(step(done)).toEqual({ do: "nothing" });
    expect(step(done, podOf("a", { phase: "Succeeded" })).do).toBe("release");
  });
});

describe("indexes", () => {
  const indexed = (status: JobStatus = {}) =>
    jobOf({ completionMode: "Indexed", completions: 6, parallelism: 3 }, status);

  test("are read and written as the reference does", () => {
    expect(completedIndexes(indexed({ completedIndexes: "0-2,5" }))).toEqual([0, 1, 2, 5]);
    expect(writtenIndexes([5, 0, 1, 2])).toBe("0-2,5");
    expect(writtenIndexes([0, 1, 3])).toBe("0,1,3");
    expect(completedIndexes(indexed({ completedIndexes: "0-999999999999" }))).toHaveLength(6);
  });

  test("those that are missing are run", () => {
    const job = indexed({ completedIndexes: "0", succeeded: 1 });
    expect(pendingIndexes(job, new Set([0]), [podOf("b", { index: 1 })], 2)).toEqual([2, 3]);
    const { job: after } = settle(job, [podOf("b", { index: 4, phase: "Succeeded" })]);
    expect(after.status).toMatchObject({ completedIndexes: "0,4", succeeded: 2 });
  });

  test("the pod is told its index", () => {
    expect(templateOf(indexed(), 3)).toMatchObject({
      metadata: { labels: { "batch.kubernetes.io/job-completion-index": "3" } },
      spec: { hostname: "j-3", containers: [{ env: [{ name: "JOB_COMPLETION_INDEX" }] }] },
    });
  });
});
