import type { Json } from "../../../../src/json/value.ts";
import { LONG_AGO, type Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

const JOBS = "/apis/batch/v1/namespaces/{{ns}}/jobs";
const CRON_JOBS = "/apis/batch/v1/namespaces/{{ns}}/cronjobs";
const LATER = "2001-02-04T04:05:06Z";

const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
const job = (spec: { readonly [key: string]: Json }): Json => ({ spec: { template, ...spec } });
const indexed = { completionMode: "Indexed", completions: 5, parallelism: 2 };
const failure = (...rules: Json[]): Json => ({ spec: { podFailurePolicy: { rules } } });
const onExit = (more: { readonly [key: string]: Json }, action = "FailJob"): Json =>
  failure({ action, onExitCodes: { operator: "In", values: [1], ...more } });
const success = (...rules: Json[]): Json => ({ spec: { ...indexed, successPolicy: { rules } } });
const spec = (more: { readonly [key: string]: Json }): Json => ({ spec: more });
const many = (count: number, item: Json): Json[] => Array.from({ length: count }, () => item);

/** Jobs that are refused, and updates of jobs. */
export const jobTries = (): Scenario =>
  tries("tries-jobs", [
    {
      path: JOBS,
      base: job({}),
      creates: [
        spec({ ...indexed, completions: 200_000, backoffLimitPerIndex: 0 }),
        spec({
          ...indexed,
          completions: 200_000,
          backoffLimitPerIndex: 0,
          parallelism: 20_000,
          maxFailedIndexes: 20_000,
        }),
        spec({ podFailurePolicy: { rules: [] }, template: { spec: { restartPolicy: "OnFailure" } } }),
        spec({ template: { spec: { restartPolicy: "Other" } } }),
        spec({ template: { metadata: { labels: { "controller-uid": "x", "job-name": "y" } } } }),
        { metadata: { name: "x".repeat(62) }, spec: indexed },
        { metadata: { name: "a.b" }, spec: {} },
        { metadata: { name: "a.b" }, spec: indexed },
        onExit({ values: [0] }),
        onExit({ values: [1, 3, 2, 2] }),
        onExit({ values: many(256, 1) }),
        failure({ action: "Ignore", onPodConditions: many(21, { type: "A" }) }),
        failure(...many(21, { action: "Count", onPodConditions: [{ type: "A" }] })),
        spec({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
        success({}),
        success({ succeededCount: -1 }),
        success({ succeededCount: 6 }),
        success({ succeededCount: 3, succeededIndexes: "0-1" }),
        success({ succeededIndexes: "0-2-4" }),
        success({ succeededIndexes: "1-b" }),
        success({ succeededIndexes: "5" }),
        success({ succeededIndexes: "2,2" }),
        success({ succeededIndexes: "0".repeat(65_537) }),
        success(...many(21, { succeededCount: 1 })),
      ],
      updates: [
        spec({ podFailurePolicy: { rules: [] } }),
        spec({ successPolicy: { rules: [] } }),
        spec({ template: { metadata: { labels: { a: "b" } } } }),
      ],
    },
    {
      path: JOBS,
      base: job({
        suspend: true,
        template: {
          metadata: { labels: { x: "y" } },
          spec: {
            restartPolicy: "Never",
            schedulingGates: [{ name: "example.com/a" }],
            affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
            initContainers: [{ name: "i", image: "i" }],
            containers: [{ name: "c", image: "i" }],
          },
        },
      }),
      updates: [
        spec({ template: { spec: { affinity: null } } }),
        spec({
          template: {
            spec: { initContainers: [{ name: "j", image: "i", resources: { limits: { cpu: "1" } } }] },
          },
        }),
        spec({ template: { spec: { initContainers: null } } }),
        spec({ template: { spec: { priorityClassName: "x" } } }),
      ],
      status: { startTime: LONG_AGO },
      statuses: [],
    },
    {
      path: JOBS,
      base: job({ ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2 }),
      updates: [spec({ completions: 3 }), spec({ completions: null })],
    },
  ]);

const condition = (type: string, status = "True"): Json => ({ type, status, lastTransitionTime: LONG_AGO });
const conditions = (...types: string[]): { readonly conditions: Json } => ({
  conditions: types.map((type) => condition(type)),
});
const complete = conditions("SuccessCriteriaMet", "Complete");
const ended = { ...complete, startTime: LONG_AGO, completionTime: LATER };

const STATUSES: readonly Json[] = [
  { active: -1, succeeded: -2, failed: -3, ready: -4, terminating: -5 },
  { active: 1, ready: 2 },
  { uncountedTerminatedPods: { succeeded: ["a", "", "a"], failed: ["a", "", "b"] } },
  conditions("Complete", "Failed"),
  conditions("Complete", "FailureTarget"),
  conditions("SuccessCriteriaMet", "Failed", "FailureTarget"),
  { ...ended, startTime: LATER, completionTime: LONG_AGO },
  { ...ended, terminating: 1 },
  { ...ended, uncountedTerminatedPods: { succeeded: ["a"] } },
  { completedIndexes: "0-9" },
  { completedIndexes: "1", failedIndexes: "2,4" },
  { completedIndexes: "0,3-4", failedIndexes: "1-2,4" },
  { completedIndexes: "x,3-4", failedIndexes: "y,3" },
  { completedIndexes: "0", failedIndexes: "" },
  { failedIndexes: "7" },
  { failedIndexes: "3-1" },
];

/** Statuses of a Job, and their changes. */
export const jobStatusTries = (): Scenario =>
  tries("tries-job-statuses", [
    { path: JOBS, base: job({}), statuses: STATUSES },
    { path: JOBS, base: job(indexed), statuses: STATUSES },
    { path: JOBS, base: job({ ...indexed, backoffLimitPerIndex: 1 }), statuses: STATUSES },
    {
      path: JOBS,
      base: job({ ...indexed, successPolicy: { rules: [{ succeededCount: 1 }] } }),
      statuses: STATUSES,
    },
    { path: JOBS, base: job({ managedBy: "example.com/x" }), statuses: STATUSES },
    ...[
      { ...ended, succeeded: 1 },
      { startTime: LONG_AGO, failed: 3, succeeded: 2, ...conditions("FailureTarget") },
      { startTime: LONG_AGO, failed: 3, ...conditions("FailureTarget", "Failed") },
    ].map((status) => ({
      path: JOBS,
      base: job({}),
      status,
      statuses: [
        { conditions: [] },
        { startTime: null },
        { completionTime: "2001-02-05T04:05:06Z" },
        { active: 3 },
      ],
    })),
  ]);

const cron = (more: { readonly [key: string]: Json }): Json => ({ spec: more });

/** CronJobs: schedules, time zones, limits, and the template. */
export const cronJobTries = (): Scenario =>
  tries("tries-cron-jobs", [
    {
      path: CRON_JOBS,
      base: { spec: { schedule: "* * * * *", jobTemplate: { spec: { template } } } },
      creates: [
        ...["local", "../x", "a//b", "./x", "-x/y", "Ü/x", "a b"].map((timeZone) => cron({ timeZone })),
        ...[
          "x",
          "* * * * * *",
          "@weekdays",
          "@every 0s",
          "@every x",
          "@reboot",
          "* * 0 * *",
          "*/0 * * * *",
          "5-1 * * * *",
          "1-2-3 * * * *",
          "1/2/3 * * * *",
          "JAN * * * *",
          "* * * * sunday",
          "TZ=Nowhere * * * * *",
          "TZ=",
          "1,2,x * * * *",
          "-1 * * * *",
          "99999999999999999999 * * * *",
          "@",
          "@DAILY",
          "* * * * 0-7",
        ].map((schedule) => cron({ schedule })),
        cron({ jobTemplate: { spec: { podFailurePolicy: { rules: [{ action: "Ignore" }] } } } }),
      ],
      updates: [cron({ timeZone: "Nowhere" })],
      statuses: [{ lastScheduleTime: LONG_AGO }, { active: [{ kind: "Job" }] }],
    },
  ]);
