import { describe, expect, test } from "vitest";
import { isCounted, type JobWorld, jobWorld, NOW } from "./job-world.tool.ts";

const INDEX = "batch.kubernetes.io/job-completion-index";
const FAILURES = "batch.kubernetes.io/job-index-failure-count";
const IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

const ofIndex = (world: JobWorld, index: number) =>
  world.live.find(({ metadata }) => metadata.annotations?.[INDEX] === String(index));

const conditions = ({ status }: JobWorld): string[] =>
  (status.conditions ?? []).map(({ type, status: is, reason }) => `${type} ${is} ${reason}`);

async function settled(spec: Parameters<typeof jobWorld>[0]): Promise<JobWorld> {
  const world = jobWorld(spec);
  await world.settle();
  return world;
}

describe("syncJob", () => {
  test("runs as many pods as may run at once and are still needed, and counts each once", async () => {
    const world = await settled({ parallelism: 2, completions: 3 });
    expect(world.live).toHaveLength(2);
    expect(world.status).toMatchObject({ active: 2, ready: 0, terminating: 0 });
    for (const pod of world.live) world.end(pod, "Succeeded");
    await world.settle();
    expect(world.status).toMatchObject({ active: 1, succeeded: 2, uncountedTerminatedPods: {} });
    expect(world.pods.filter(isCounted)).toHaveLength(2);
    world.end(world.live[0], "Succeeded");
    await world.settle();
    expect(conditions(world)).toEqual([
      "SuccessCriteriaMet True CompletionsReached",
      "Complete True CompletionsReached",
    ]);
    expect(world.status.completionTime).toBe("2026-07-01T12:00:00Z");
    expect(world.said.at(-1)).toBe("Completed: Job completed");
  });

  test("fails after too many failures, and counts the pods that it deletes", async () => {
    const world = await settled({ parallelism: 2, completions: 2, backoffLimit: 0 });
    world.end(world.live[0], "Failed");
    await world.settle();
    expect(conditions(world)).toEqual([
      "FailureTarget True BackoffLimitExceeded",
      "Failed True BackoffLimitExceeded",
    ]);
    expect(world.status).toMatchObject({ failed: 2, terminating: 0 });
    expect(world.said.at(-1)).toBe("BackoffLimitExceeded: Job has reached the specified backoff limit");
  });

  test("waits longer after each failure", async () => {
    const world = await settled({ completions: 1 });
    world.end(world.live[0], "Failed");
    await world.settle();
    expect(world.live).toEqual([]);
    expect(world.waits).toEqual([10_000]);
    world.now = NOW + 10_000;
    await world.settle();
    world.end(world.live[0], "Failed");
    await world.settle();
    expect(world.waits).toEqual([20_000]);
  });

  test("fails at its deadline, and is looked at then", async () => {
    const world = await settled({ completions: 1, activeDeadlineSeconds: 5 });
    expect(world.waits).toEqual([5000]);
    world.now = NOW + 5000;
    await world.settle();
    expect(conditions(world).at(-1)).toBe("Failed True DeadlineExceeded");
  });

  test("pods of a suspended Job go and are no failures, and it starts anew", async () => {
    const world = await settled({ parallelism: 2, completions: 2 });
    world.change({ suspend: true });
    await world.settle();
    expect(world.pods).toEqual([]);
    expect(conditions(world)).toEqual(["Suspended True JobSuspended"]);
    expect(world.status).not.toHaveProperty("startTime");
    expect(world.status).not.toHaveProperty("failed");
    world.now = NOW + 60_000;
    world.change({ suspend: false });
    await world.settle();
    expect(world.live).toHaveLength(2);
    expect(world.status.startTime).toBe("2026-07-01T12:01:00Z");
    expect(conditions(world)).toEqual(["Suspended False JobResumed"]);
  });

  test("a pod that somebody deletes has failed at once, or when it has really ended", async () => {
    const soon = await settled({ completions: 1 });
    soon.remove(soon.live[0]);
    await soon.settle();
    expect(soon.status).toMatchObject({ failed: 1 });
    expect(soon.pods).toEqual([]);
    expect(soon.waits).toEqual([10_000]);
    const late = await settled({ completions: 1, podReplacementPolicy: "Failed" });
    late.remove(late.live[0]);
    await late.settle();
    expect(late.live).toEqual([]);
    expect(late.status).toMatchObject({ terminating: 1 });
    late.end(late.pods[0], "Failed", { ago: 60 });
    await late.settle();
    expect(late.live).toHaveLength(1);
    expect(late.status).toMatchObject({ failed: 1, active: 1, terminating: 0 });
  });
});

describe("syncJob with a policy for failures", () => {
  const rule = (action: string, ...values: number[]) => ({ action, onExitCodes: { operator: "In", values } });
  const podFailurePolicy = {
    rules: [
      rule("Ignore", 5),
      rule("FailJob", 42),
      { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
    ],
  };

  test("FailJob ends it, with the reason in words", async () => {
    const world = await settled({ parallelism: 2, completions: 2, podFailurePolicy });
    world.end(world.live[0], "Failed", { code: 42 });
    await world.settle();
    expect(conditions(world).at(-1)).toBe("Failed True PodFailurePolicy");
    expect(world.status.conditions?.[0]?.message).toMatch(
      /^Container a for pod default\/j-\d+ failed with exit code 42 matching FailJob rule at index 1$/,
    );
    expect(world.live).toEqual([]);
  });

  test("what is ignored does not count", async () => {
    const world = await settled({ completions: 1, backoffLimit: 0, podFailurePolicy });
    world.end(world.live[0], "Failed", { code: 5, ago: 60 });
    await world.settle();
    expect(world.live).toHaveLength(1);
    world.end(world.live[0], "Failed", { ago: 60, condition: "DisruptionTarget" });
    await world.settle();
    expect(world.status.failed).toBeUndefined();
    expect(world.pods.filter(isCounted)).toHaveLength(2);
  });

  test("FailIndex ends one index, and ignored failures have a count of their own", async () => {
    const rules = [rule("FailIndex", 42), rule("Ignore", 5)];
    const world = await settled({
      completionMode: "Indexed",
      completions: 2,
      parallelism: 2,
      backoffLimitPerIndex: 3,
      podFailurePolicy: { rules },
    });
    world.end(ofIndex(world, 0), "Failed", { code: 42, ago: 60 });
    world.end(ofIndex(world, 1), "Failed", { code: 5, ago: 60 });
    await world.settle();
    expect(world.status).toMatchObject({ failedIndexes: "0", failed: 1 });
    expect(ofIndex(world, 0)).toBeUndefined();
    expect(ofIndex(world, 1)?.metadata.annotations).toMatchObject({ [FAILURES]: "0", [IGNORED]: "1" });
  });
});

describe("syncJob with indexes", () => {
  test("each index has its limit, and the Job fails when all have ended", async () => {
    const indexed = { completionMode: "Indexed", completions: 2, parallelism: 2, backoffLimitPerIndex: 1 };
    const world = await settled({ ...indexed, backoffLimit: 1000 });
    world.end(ofIndex(world, 1), "Failed");
    await world.settle();
    // The finalizer stays until the next pod of the index has the number of failures.
    expect(world.pods.filter(isCounted)).toEqual([]);
    expect(world.waits).toEqual([10_000]);
    world.now = NOW + 10_000;
    await world.settle();
    expect(ofIndex(world, 1)?.metadata.annotations?.[FAILURES]).toBe("1");
    expect(world.status).toMatchObject({ failed: 1, failedIndexes: "", active: 2 });
    world.end(ofIndex(world, 1), "Failed");
    world.end(ofIndex(world, 0), "Succeeded");
    await world.settle();
    expect(world.status).toMatchObject({ failedIndexes: "1", completedIndexes: "0", failed: 2 });
    expect(conditions(world).at(-1)).toBe("Failed True FailedIndexes");
  });

  test("too many failed indexes end it", async () => {
    const world = await settled({
      completionMode: "Indexed",
      completions: 4,
      parallelism: 4,
      backoffLimit: 1000,
      backoffLimitPerIndex: 0,
      maxFailedIndexes: 1,
    });
    for (const index of [0, 2]) world.end(ofIndex(world, index), "Failed");
    await world.settle();
    expect(conditions(world).at(-1)).toBe("Failed True MaxFailedIndexesExceeded");
    expect(world.status.failedIndexes).toBe("0,2");
  });

  test("a policy for success ends it early, and the pods that it deletes have not failed", async () => {
    const successPolicy = { rules: [{ succeededIndexes: "0", succeededCount: 1 }, { succeededCount: 2 }] };
    const world = await settled({ completionMode: "Indexed", completions: 4, parallelism: 4, successPolicy });
    for (const index of [1, 3]) world.end(ofIndex(world, index), "Succeeded");
    await world.settle();
    expect(conditions(world)).toEqual([
      "SuccessCriteriaMet True SuccessPolicy",
      "Complete True SuccessPolicy",
    ]);
    expect(world.status.conditions?.[0]?.message).toBe("Matched rules at index 1");
    expect(world.status).toMatchObject({ completedIndexes: "1,3", succeeded: 2 });
    expect(world.status.failed).toBeUndefined();
  });

  test("very many indexes are no work, and a second pod of one goes", async () => {
    const world = await settled({ completionMode: "Indexed", completions: 1_000_000_000, parallelism: 1 });
    world.end(world.live[0], "Succeeded");
    await world.settle();
    expect(ofIndex(world, 1)?.metadata.name).toMatch(/^j-1-/);
    world.change({ parallelism: 3 });
    await world.settle();
    expect(world.live.map(({ metadata }) => metadata.annotations?.[INDEX])).toEqual(["1", "2", "3"]);
  });
});
