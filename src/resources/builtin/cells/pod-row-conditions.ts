import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { text } from "../../define/cell.ts";

const completed = (reason: string, message: string): readonly JsonObject[] => [
  { type: "Completed", status: "True", reason, message },
];

const SUCCEEDED = completed("Succeeded", "The pod has completed successfully.");
const FAILED = completed("Failed", "The pod failed.");

/** Marks the rows of pods that are done. */
export function podRowConditions(pod: KubeObject): readonly JsonObject[] | undefined {
  const phase = text(pod, "status.phase");
  return phase === "Succeeded" ? SUCCEEDED : phase === "Failed" ? FAILED : undefined;
}
