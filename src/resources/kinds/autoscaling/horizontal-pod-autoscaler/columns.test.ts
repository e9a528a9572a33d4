import { expect, test } from "vitest";
import { formatMetrics } from "./columns.ts";

const target = { type: "Utilization", averageUtilization: 80 };
const spec = { metrics: [{ type: "Resource", resource: { name: "cpu", target } }] };

test("formatMetrics() shows no target for the object of a bookmark", () => {
  expect(formatMetrics({ metadata: { name: "a" }, spec })).toBe("cpu: <unknown>/80%");
  expect(formatMetrics({ metadata: { resourceVersion: "5" }, spec })).toBe("<none>");
});
