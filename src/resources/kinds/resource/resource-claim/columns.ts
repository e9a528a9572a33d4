import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, items } from "../../../define/cell.ts";

/** State of a claim: `pending`, or `deleted,allocated,reserved`. */
export function claimState(object: KubeObject): string {
  const deleted = object.metadata.deletionTimestamp !== undefined;
  if (!isJsonObject(at(object, "status.allocation"))) return deleted ? "deleted" : "pending";
  const reserved = items(object, "status.reservedFor").length > 0;
  return [...(deleted ? ["deleted"] : []), "allocated", ...(reserved ? ["reserved"] : [])].join(",");
}
