import type { FieldReport } from "../../../../api/field-path.ts";
import type { Container, ContainerRestartRule as RestartRule } from "../../core/fields/v1-types.ts";

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** restartPolicy and restartPolicyRules of containers and init containers; `at` is the container. */
export function checkRestartPolicy(
  { restartPolicy, restartPolicyRules: rules = [] }: Container,
  at: FieldReport,
): void {
  if (restartPolicy !== undefined)
    at.supports("restartPolicy", restartPolicy, ["Always", "Never", "OnFailure"]);
  else if (rules.length > 0)
    at.child("restartPolicy").required("must specify restartPolicy when restart rules are used");
  if (rules.length > MAX_RULES) at.child("restartPolicyRules").tooMany(rules.length, MAX_RULES);
  for (const [i, rule] of rules.entries()) checkRule(rule, at.child("restartPolicyRules").index(i));
}

function checkRule({ action = "", exitCodes }: RestartRule, at: FieldReport): void {
  at.supports("action", action, ["Restart", "RestartAllContainers"]);
  if (exitCodes === undefined) {
    at.child("exitCodes").required("must be specified");
    return;
  }
  const path = at.child("exitCodes");
  path.supports("operator", exitCodes.operator ?? "", ["In", "NotIn"]);
  const count = exitCodes.values?.length ?? 0;
  if (count > MAX_EXIT_CODES) path.child("values").tooMany(count, MAX_EXIT_CODES);
}
