import type { KubeObject } from "../../../../api/meta.ts";
import { type ApplyDefaults, part, within } from "../../../define/fill.ts";

/** `allocatable` is the capacity by default (SetDefaults_NodeStatus). */
export const fillNode: ApplyDefaults = (node) => {
  within(node, "status", (status) => {
    const capacity = part(status, "capacity");
    if (capacity !== undefined && status.allocatable === undefined) status.allocatable = { ...capacity };
  });
};

/**
 * Synchronizes the two fields of the pod range; the single field overrides the list (core/v1/conversion.go,
 * Convert_v1_NodeSpec_To_core_NodeSpec).
 */
export const roundTripNode = (node: KubeObject): void =>
  within(node, "spec", (spec) => {
    const first = Array.isArray(spec.podCIDRs) ? spec.podCIDRs[0] : undefined;
    if (typeof spec.podCIDR === "string" && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
    else if (first !== undefined && first !== "") spec.podCIDR = first;
  });
