import type { JsonObject } from "../../../../json/value.ts";
import { ensure, within, zero } from "../../../define/fill.ts";
import { fillClaimSpec } from "../../shared/pod-template/volumes/fill-volume.ts";

/** Fills in the defaults of a PersistentVolumeClaim, which can also be a template in a StatefulSet. */
export function fillClaim(claim: JsonObject): void {
  zero(ensure(claim, "status"), "phase", "Pending");
  within(claim, "spec", fillClaimSpec);
}
