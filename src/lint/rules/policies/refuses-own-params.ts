import type { Write } from "../../bring-up/write.ts";
import { kindOf } from "../../model/names.ts";
import type { PolicyEntry } from "../../model/policies.ts";
import { refusedParams } from "../../policies/refused-params.ts";
import { resourceText } from "../../requests/lint-request.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Without its parameter a policy refuses what it is about, with failurePolicy Fail: when that is what the parameter needs to
 * be made, nobody can make it.
 */
export const refusesOwnParams: Rule = {
  id: "refuses-own-params",
  severity: "warning",
  summary: "While its parameter is not there a policy refuses what creates the parameter",
  check: async (model) => (await refusedParams(model)).map(({ policy, write }) => problemOf(policy, write)),
};
function problemOf(policy: PolicyEntry, { request }: Write): Problem {
  const { kind = "" } = policy.policy.paramKind ?? {};
  const { object, operation, name } = request;
  const what = `${operation} ${resourceText(request)} "${name}"`;
  const isParam = kindOf({ object: object ?? {}, line: () => "" }) === kind;
  return {
    of: policy.of,
    path: ["spec", "matchConstraints"],
    message: isParam
      ? `while its parameter is not there it refuses all that it is about, and that is ${what}, the parameter itself: once it is gone, or where the policy is there first, nobody can create it`
      : `while its parameter is not there it refuses all that it is about, and that is ${what}, which the parameter needs: where the policy is there first, nobody can create either`,
    fix: "leave it out by a selector or excludeResourceRules: match conditions are asked too late",
  };
}
