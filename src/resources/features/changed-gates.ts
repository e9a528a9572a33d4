import type { RuleSettings } from "../../api/validation/field-report.ts";
import type { Gate } from "./gates.ts";

/**
 * A setting that differs from that of an ordinary server: a feature gate, or privileged containers with
 * `--allow-privileged=false`.
 */
export type Switch = Gate | "AllowPrivileged";

/**
 * True if a feature that is on in Kubernetes 1.37 is off for the object that is validated. Rules call it where the
 * reference reads its feature gate; on a server with the features of 1.37 it is always false. Adapted strategies give
 * the settings to their rules (`adapt-resource.ts`): in the context of the write, or in the report of a check.
 */
export const isGateOff = (gate: Switch, { changedGates }: RuleSettings): boolean =>
  changedGates?.has(gate) === true;

/**
 * True if a feature that is off in Kubernetes 1.37 is on for this object; on a server with the features of
 * 1.37 it is always false.
 */
export const isGateOn = (gate: Gate, { changedGates }: RuleSettings): boolean =>
  changedGates?.has(gate) === true;
