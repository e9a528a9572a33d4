import type { KubeObject } from "../../../../api/meta.ts";
import { at, items, text } from "../../../define/cell.ts";
import { humanDuration } from "../../../define/human-duration.ts";

/** `spec.expirationSeconds` as a duration; `<none>` if it is absent. */
export function requestedDuration(object: KubeObject): string {
  const seconds = at(object, "spec.expirationSeconds");
  return typeof seconds === "number" ? humanDuration(seconds * 1000) : "<none>";
}

/** Decision about the request, and its result: `Approved,Issued`. */
export function requestCondition(object: KubeObject): string {
  const types = new Set(items(object, "status.conditions").map(({ type }) => type));
  const decision = types.has("Denied") ? "Denied" : types.has("Approved") ? "Approved" : "Pending";
  const failed = types.has("Failed") ? ",Failed" : "";
  return `${decision}${failed}${text(object, "status.certificate") === "" ? "" : ",Issued"}`;
}
