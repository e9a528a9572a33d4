import type { Write } from "../../bring-up/recovery-writes.ts";
import type { PolicyEntry } from "../../model/configurations.ts";
import { kindOf } from "../../model/names.ts";
import { refusedParams } from "../../policies/refused-params.ts";
import { resourceText } from "../../requests/lint-request.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * With failurePolicy Fail a policy without its parameter refuses all matched requests. If these include the
 * requests that create the parameter, it cannot be created.
 */
export const refusesOwnParams: Rule = {
  id: "refuses-own-params",
  severity: "warning",
  summary: "While its parameter is missing, a policy refuses the request that creates the parameter",
  check: async (model) => (await refusedParams(model)).map(({ policy, write }) => problemOf(policy, write)),
};
function problemOf(policy: PolicyEntry, { request }: Write): Problem {
  const { kind = "" } = policy.policy.paramKind ?? {};
  const { object, operation, name } = request;
  const what = `${operation} ${resourceText(request)} "${name}"`;
  const isParam = kindOf({ object: object ?? {}, line: () => "" }) === kind;
  const message = isParam
    ? `while its parameter is missing, it refuses every request that it matches, including ${what}, the parameter itself: after the parameter is deleted, or if the policy is created first, the parameter cannot be created`
    : `while its parameter is missing, it refuses every request that it matches, including ${what}, which the parameter needs: if the policy is created first, neither can be created`;
  const fix = "exclude it with a selector or excludeResourceRules: match conditions are evaluated too late";
  return { of: policy.of, path: ["spec", "matchConstraints"], message, fix };
}
