import type { JsonObject } from "../../../../api/json.ts";

/** Average utilisation of the CPU in percent that is aimed at when nothing is said. */
export const DEFAULT_CPU_UTILIZATION = 80;

export function cpuMetric(averageUtilization: number): JsonObject {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}
