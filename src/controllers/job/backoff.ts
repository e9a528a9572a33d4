import type { JsonObject } from "../../api/json.ts";
import type { Pod } from "../workloads/types.ts";

const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;

/** When a pod may be made after others have failed: twice as late each time, until one succeeds. 0: at once. */
export function backoffEnd(pods: readonly Pod[]): number {
  const ended = pods
    .filter(({ status }) => status?.phase === "Failed" || status?.phase === "Succeeded")
    .map((pod) => ({ failed: pod.status?.phase === "Failed", at: finishedAt(pod) }))
    .sort((a, b) => b.at - a.at);
  const success = ended.findIndex(({ failed }) => !failed);
  const failures = success < 0 ? ended.length : success;
  if (failures === 0) return 0;
  return (ended[0]?.at ?? 0) + Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}

function finishedAt({ status, metadata }: Pod): number {
  const times = (status?.containerStatuses ?? []).map(({ state }) => {
    const { terminated } = (state ?? {}) as { terminated?: JsonObject };
    return Date.parse(String(terminated?.finishedAt));
  });
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length > 0 ? Math.max(...known) : Date.parse(metadata.creationTimestamp ?? "") || 0;
}
