import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, text } from "../../../define/cell.ts";

export function claimName(object: KubeObject): string {
  const claim = at(object, "spec.claimRef");
  return isJsonObject(claim) ? `${text(claim, "namespace")}/${text(claim, "name")}` : "";
}
