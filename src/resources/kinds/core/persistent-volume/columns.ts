import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, text } from "../../../define/cell.ts";

/** `namespace/name` of the claim; empty if the volume is not bound. */
export function claimName(object: KubeObject): string {
  const claim = at(object, "spec.claimRef");
  return isJsonObject(claim) ? `${text(claim, "namespace")}/${text(claim, "name")}` : "";
}
