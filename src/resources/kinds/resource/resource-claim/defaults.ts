import { type ApplyDefaults, each, part, within } from "../../../define/fill.ts";
import { fillClaimSpec, fillToleration } from "../shared/defaults.ts";

export const fillClaim: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpec);
  const devices = part(part(part(claim, "status"), "allocation"), "devices");
  each(devices, "results", (result) => each(result, "tolerations", fillToleration));
};
