import { type ApplyDefaults, within } from "../../../define/fill.ts";
import { fillTaint } from "../resource-slice/defaults.ts";

/** Default of the taint (SetDefaults_DeviceTaint). */
export const fillTaintRule: ApplyDefaults = (rule) =>
  within(rule, "spec", (spec) => within(spec, "taint", fillTaint));
