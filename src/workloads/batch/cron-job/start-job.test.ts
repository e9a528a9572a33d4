import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { CronJob, CronJobStatus } from "../../../types/tables/batch/v1-types.ts";
import { RequestError } from "../../shared/client.ts";
import type { Run } from "./run.ts";
import { startDueJob } from "./start-job.ts";

const NOW = Date.parse("2026-07-01T12:00:30Z");
const NOON = Date.parse("2026-07-01T12:00:00Z");
const NAME = `a-${NOON / 60_000}`;

const cronJob = (spec: CronJob["spec"] = {}, status: CronJobStatus = {}): CronJob => ({
  metadata: {
    name: "a",
    namespace: "default",
    uid: "a",
    generation: 1,
    creationTimestamp: "2026-07-01T11:59:30Z",
  },
  spec: { schedule: "* * * * *", timeZone: "Asia/Kolkata", jobTemplate: { metadata: {}, spec: {} }, ...spec },
  status,
});

interface World {
  /** Error of the create request. */
  readonly refusal?: RequestError;
  readonly now?: number;
}

/** Calls `startDueJob` once. Returns its result, the created and deleted Jobs, the events and the status. */
async function started(object: CronJob, { refusal, now = NOW }: World = {}) {
  const made: JsonObject[] = [];
  const removed: string[] = [];
  const said: string[] = [];
  const there: KubeObject = { metadata: { name: NAME, uid: "there", ownerReferences: [] } };
  const run: Run = {
    cronJob: object,
    now,
    status: object.status ?? {},
    events: {
      normal: (_, reason, message) => said.push(`${reason}: ${message}`),
      warning: (_, reason, message) => said.push(`${reason}! ${message}`),
    },
    api: {
      get: async () => ({ status: 200, body: there }),
      send: () => Promise.reject(new Error("not here")),
      patch: () => Promise.reject(new Error("not here")),
    },
    writer: {
      async create(kind, namespace, body) {
        if (refusal !== undefined) throw refusal;
        made.push(body);
        const { metadata } = body as KubeObject;
        return kind.of({ ...body, metadata: { ...metadata, namespace, uid: "new", resourceVersion: "7" } });
      },
      remove: async (_, { metadata }) => void removed.push(metadata.name ?? ""),
      update: () => Promise.reject(new Error("not here")),
      patch: () => Promise.reject(new Error("not here")),
      post: () => Promise.reject(new Error("not here")),
    },
  };
  const wait = await startDueJob(run).catch((error: unknown) => error);
  return { wait, made, removed, said, status: run.status };
}

const running = { active: [{ namespace: "default", name: "a-1", uid: "there" }] };

describe("startDueJob", () => {
  test("makes a Job with the time in its name, and notes both", async () => {
    const { wait, made, said, status } = await started(cronJob());
    expect(wait).toBe(30_100);
    expect(said).toEqual([`SuccessfulCreate: Created job ${NAME}`]);
    expect(made).toMatchObject([
      {
        metadata: {
          name: NAME,
          annotations: { "batch.kubernetes.io/cronjob-scheduled-timestamp": "2026-07-01T17:30:00+05:30" },
          ownerReferences: [{ kind: "CronJob", name: "a", controller: true }],
        },
      },
    ]);
    expect(status).toEqual({
      active: [
        {
          apiVersion: "batch/v1",
          kind: "Job",
          namespace: "default",
          name: NAME,
          uid: "new",
          resourceVersion: "7",
        },
      ],
      lastScheduleTime: "2026-07-01T12:00:00Z",
    });
  });

  test("makes none twice, none before the time, and none while it is suspended or on its way out", async () => {
    const dying = {
      ...cronJob(),
      metadata: { ...cronJob().metadata, deletionTimestamp: "2026-07-01T12:00:00Z" },
    };
    const used = cronJob({}, { lastScheduleTime: "2026-07-01T12:00:00Z" });
    for (const object of [used, cronJob({ suspend: true }), cronJob({ schedule: "45 * * * *" }), dying])
      expect(await started(object)).toMatchObject({ made: [], said: [] });
  });

  test("Forbid waits for the one that runs, and Replace deletes it", async () => {
    const waiting = await started(cronJob({ concurrencyPolicy: "Forbid" }, running));
    expect(waiting).toMatchObject({
      wait: 30_100,
      made: [],
      said: [
        "JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid",
      ],
    });
    const replaced = await started(cronJob({ concurrencyPolicy: "Replace" }, running));
    expect(replaced.removed).toEqual([NAME]);
    expect(replaced.status.active).toMatchObject([{ uid: "new" }]);
    expect((await started(cronJob({}, running))).status.active).toHaveLength(2);
  });

  test("makes none for times before the deadline, and says that there were too many", async () => {
    const midnight = { schedule: "0 0 * * *", timeZone: "UTC", startingDeadlineSeconds: 60 };
    const missed = cronJob(midnight, { lastScheduleTime: "2026-06-28T00:00:00Z" });
    expect(await started(missed)).toMatchObject({ made: [], said: [] });
    const often = await started(cronJob({}, { lastScheduleTime: "2026-07-01T00:00:00Z" }));
    expect(often.said[0]).toMatch(/^TooManyMissedTimes! too many missed start times\. /);
    expect(often.made).toHaveLength(1);
  });

  test("says what is wrong with a schedule, and waits for a change", async () => {
    const cases: readonly (readonly [CronJob["spec"], string])[] = [
      [{ schedule: "59 23 31 2 *" }, "InvalidSchedule! invalid schedule: 59 23 31 2 * : time difference"],
      [{ schedule: "x" }, 'UnparseableSchedule! unparseable schedule: "x" : expected exactly 5 fields'],
      [
        { timeZone: "Mars/Base" },
        'UnknownTimeZone! invalid timeZone: "Mars/Base": unknown time zone Mars/Base',
      ],
    ];
    for (const [spec, words] of cases) {
      const { wait, said } = await started(cronJob(spec));
      expect(wait).toBeUndefined();
      expect(said[0]).toContain(words);
    }
  });

  test("leaves a Job of another owner alone, and says why it can make none", async () => {
    const taken = new RequestError({ status: 409, body: { reason: "AlreadyExists" } });
    expect(await started(cronJob(), { refusal: taken })).toMatchObject({
      wait: undefined,
      said: [],
      status: {},
    });
    const denied = new RequestError({ status: 403, body: { message: "no jobs today" } });
    const { wait, said } = await started(cronJob(), { refusal: denied });
    expect(wait).toBe(denied);
    expect(said).toEqual(["FailedCreate! Error creating job: no jobs today"]);
  });
});
