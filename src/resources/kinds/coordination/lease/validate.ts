import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-path.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { LeaseSpec } from "../../../../types/tables/coordination/v1-types.ts";
import { specOf } from "../../../define/strategy.ts";

const STRATEGIES = ["OldestEmulationVersion"];

/** Checks `spec` (ValidateLeaseSpec). */
export function checkLease(spec: LeaseSpec, _old: LeaseSpec | undefined, at: FieldReport): void {
  const { leaseDurationSeconds: seconds, leaseTransitions, strategy: name, preferredHolder = "" } = spec;
  if (seconds !== undefined && seconds <= 0) {
    at.child("leaseDurationSeconds").invalid(seconds, "must be greater than 0");
  }
  at.nonNegative("leaseTransitions", leaseTransitions);
  if (name !== undefined) checkStrategy(name, at.child("strategy.strategy"));
  if (preferredHolder !== "" && (name ?? "") === "") {
    at.child("preferredHolder").forbidden("may only be specified if `strategy` is defined");
  }
}

/** The path contains the field twice, as in the reference. */
function checkStrategy(name: string, at: FieldReport): void {
  if (name.includes("/")) at.problems(name, qualifiedNameProblems(name));
  else if (!STRATEGIES.includes(name)) at.notSupported(name, STRATEGIES);
}

/**
 * Drops the fields of the gate CoordinatedLeaderElection while it is off, unless the stored object has them.
 */
export function dropElection(object: KubeObject, old?: KubeObject): void {
  const spec = specOf<LeaseSpec>(object);
  const before = old === undefined ? {} : specOf<LeaseSpec>(old);
  if (before.strategy === undefined) delete spec.strategy;
  if (before.preferredHolder === undefined) delete spec.preferredHolder;
}
