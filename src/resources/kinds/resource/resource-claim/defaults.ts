import { type ApplyDefaults, each, part, within } from "../../../define/fill.ts";
import { fillClaimSpec, fillClaimSpecV1beta1, fillToleration } from "../shared/defaults.ts";

/** Defaults of v1 and v1beta2. */
export const fillClaim: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpec);
  fillStatus(claim);
};

/** Defaults of v1beta1, whose requests have another form. */
export const fillClaimV1beta1: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpecV1beta1);
  fillStatus(claim);
};

const fillStatus: ApplyDefaults = (claim) => {
  const devices = part(part(part(claim, "status"), "allocation"), "devices");
  each(devices, "results", (result) => each(result, "tolerations", fillToleration));
};
