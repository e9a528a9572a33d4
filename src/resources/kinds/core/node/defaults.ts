import { type ApplyDefaults, part, within } from "../../../define/fill.ts";

export const fillNode: ApplyDefaults = (node) => {
  within(node, "status", (status) => {
    const capacity = part(status, "capacity");
    if (capacity !== undefined && status.allocatable === undefined) status.allocatable = { ...capacity };
  });
  within(node, "spec", (spec) => {
    const first = Array.isArray(spec.podCIDRs) ? spec.podCIDRs[0] : undefined;
    if (typeof spec.podCIDR === "string" && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
    else if (first !== undefined && first !== "") spec.podCIDR = first;
  });
};
