import { type ApplyDefaults, each, part, within } from "../../../define/fill.ts";
import { fillClaimSpec, fillClaimSpecV1beta1, fillToleration } from "../shared/defaults.ts";

export const fillClaim: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpec);
  fillStatus(claim);
};

export const fillClaimV1beta1: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpecV1beta1);
  fillStatus(claim);
};

const fillStatus: ApplyDefaults = (claim) => {
  const devices = part(part(part(claim, "status"), "allocation"), "devices");
  each(devices, "results", (result) => each(result, "tolerations", fillToleration));
};
