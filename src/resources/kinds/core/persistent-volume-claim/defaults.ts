import type { JsonObject } from "../../../../api/json.ts";
import { ensure, within, zero } from "../../../define/fill.ts";
import { fillClaimSpec } from "../../shared/pod-template/fill-volume.ts";

/** A PersistentVolumeClaim, also as a template in a StatefulSet. */
export function fillClaim(claim: JsonObject): void {
  zero(ensure(claim, "status"), "phase", "Pending");
  within(claim, "spec", fillClaimSpec);
}
