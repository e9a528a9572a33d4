import type { KubeObject } from "../../../../api/meta.ts";
import { at, items, text } from "../../../define/cell.ts";

/** Audiences of the requested tokens; `<unset>` without the field. */
export function tokenAudiences(object: KubeObject): string {
  if (at(object, "spec.tokenRequests") === undefined) return "<unset>";
  return items(object, "spec.tokenRequests")
    .map((request) => text(request, "audience"))
    .join(",");
}
