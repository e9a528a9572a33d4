import type { JsonObject } from "../../../../json/value.ts";

/** Default target for the average utilisation of the CPU, in percent. */
export const DEFAULT_CPU_UTILIZATION = 80;

/** Metric for a utilization of the CPU in percent. */
export function cpuMetric(averageUtilization: number): JsonObject {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}
