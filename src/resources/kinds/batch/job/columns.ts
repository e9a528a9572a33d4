import type { KubeObject } from "../../../../api/meta.ts";
import { at, count, items, text } from "../../../define/cell.ts";
import { humanDuration } from "../../../define/human-duration.ts";

/** State of a job in one word (printJob). */
export function jobStatus(object: KubeObject): string {
  const conditions = items(object, "status.conditions");
  const holds = (type: string): boolean =>
    conditions.find((condition) => condition.type === type)?.status === "True";
  if (holds("Complete")) return "Complete";
  if (holds("Failed")) return "Failed";
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(holds) ?? "Running";
}

/** Succeeded pods and wanted ones: `1/3`, or `1/1 of 3`. */
export function jobCompletions(object: KubeObject): string {
  const done = count(object, "status.succeeded");
  const wanted = at(object, "spec.completions");
  if (typeof wanted === "number") return `${done}/${wanted}`;
  const parallelism = count(object, "spec.parallelism");
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

/** Time from the start to the end, or until now. */
export function jobDuration(object: KubeObject, now: number): string {
  const start = text(object, "status.startTime");
  if (start === "") return "";
  const end = text(object, "status.completionTime");
  return humanDuration((end === "" ? now : Date.parse(end)) - Date.parse(start));
}
