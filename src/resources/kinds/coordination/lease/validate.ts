import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { LeaseSpec } from "../../../../types/tables/coordination/v1-types.ts";
import { specOf } from "../../../define/strategy.ts";
import { least, namedAs, onlyWith } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";

const STRATEGIES = ["OldestEmulationVersion"];

/** Rules of `spec` (ValidateLeaseSpec). The path of `strategy` contains the field twice, as in the reference. */
export const leaseRules = rules<LeaseSpec>({
  leaseDurationSeconds: least(1, "must be greater than 0"),
  leaseTransitions: least(0),
  strategy: namedAs("strategy.strategy", code(checkStrategy)),
  preferredHolder: onlyWith("strategy", "may only be specified if `strategy` is defined"),
});

function checkStrategy(name: string, at: FieldReport): void {
  if (name.includes("/")) at.problems(name, qualifiedNameProblems(name));
  else if (!STRATEGIES.includes(name)) at.notSupported(name, STRATEGIES);
}

/** Drops the fields of the gate CoordinatedLeaderElection while it is off, unless the stored object has them. */
export function dropElection(object: KubeObject, old?: KubeObject): void {
  const spec = specOf<LeaseSpec>(object);
  const before = old === undefined ? {} : specOf<LeaseSpec>(old);
  if (before.strategy === undefined) delete spec.strategy;
  if (before.preferredHolder === undefined) delete spec.preferredHolder;
}
