import { expect, test } from "vitest";
import { heapUsed } from "../../../../../test/parts/collect-garbage.ts";
import type { PluginContext } from "../../../hook.ts";
import { eventRateLimit } from "./event-rate-limit.ts";

const SETTINGS = {
  apiVersion: "eventratelimit.admission.k8s.io/v1alpha1",
  kind: "Configuration",
  limits: [{ type: "SourceAndObject", qps: 1, burst: 1 }],
};

const event = (name: string): PluginContext =>
  ({
    attributes: { kind: { group: "", version: "v1", kind: "Event" }, dryRun: false },
    object: { involvedObject: { name } },
    ports: { now: () => 0 },
  }) as unknown as PluginContext;

test("eventRateLimit() counts events of objects with long names, and keeps none of these names", () => {
  const { validate } = eventRateLimit(JSON.stringify(SETTINGS));
  const before = heapUsed();
  for (let i = 0; i < 200; i++) expect(validate?.(event(`${i}${"x".repeat(1 << 20)}`))).toBeUndefined();
  expect(heapUsed() - before).toBeLessThan(50 << 20);
  expect(validate?.(event(`199${"x".repeat(1 << 20)}`))).toMatchObject({ status: { code: 429 } });
});
