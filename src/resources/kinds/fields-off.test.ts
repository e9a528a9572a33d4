import { expect, test } from "vitest";
import { context } from "../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Strategy } from "../strategy.ts";
import { cronJob } from "./batch/cron-job/definition.ts";
import { job } from "./batch/job/definition.ts";
import { node } from "./core/node/definition.ts";
import { persistentVolumeClaim } from "./core/persistent-volume-claim/definition.ts";
import { resourceClaim } from "./resource/resource-claim/definition.ts";
import { resourceSlice } from "./resource/resource-slice/definition.ts";

const objectOf = (part: object): KubeObject =>
  ({ metadata: { name: "a" }, ...structuredClone(part) }) as unknown as KubeObject;

function created(strategy: Strategy | undefined, part: object): string {
  const object = objectOf(part);
  strategy?.prepareForCreate?.(object, context);
  return JSON.stringify(object);
}

function updated(strategy: Strategy | undefined, part: object, old: object): string {
  const object = objectOf(part);
  strategy?.prepareForUpdate?.(object, objectOf(old), context);
  return JSON.stringify(object);
}

const scheduling = { schedulingPolicy: { basic: {} } };
const withJob = { spec: { scheduling, template: {} } };
const device = { name: "d", nodeAllocatableResources: { cpu: {} }, attributes: { a: { bools: [true] } } };
const slice = { spec: { devices: [device], partitionTypeAttribute: "a/b", skipNodeOperations: ["*"] } };
const health = { status: { healthStatus: {} } };

test("fields of features that are off in 1.37 are not stored", () => {
  expect(created(job.strategy, withJob)).not.toContain("scheduling");
  expect(created(cronJob.strategy, { spec: { jobTemplate: withJob } })).not.toContain("scheduling");
  expect(created(resourceSlice.strategy, slice)).not.toMatch(/nodeAlloc|bools|partition|skip/);
  expect(created(node.strategy, { spec: { podPreemptionPolicy: {} } })).not.toContain("Preemption");
  const request = { name: "r", exactly: { derivedAttributes: [{ name: "a" }] } };
  expect(created(resourceClaim.strategy, { spec: { devices: { requests: [request] } } })).not.toContain(
    "derived",
  );
  const status = persistentVolumeClaim.subresources.get("status")?.strategy;
  expect(updated(status, health, { status: {} })).not.toContain("healthStatus");
});

test("a stored object keeps the fields of features that it uses", () => {
  expect(updated(job.strategy, withJob, withJob)).toContain("scheduling");
  expect(updated(resourceSlice.strategy, slice, slice)).toMatch(/nodeAlloc.*bools.*partition.*skip/);
});
