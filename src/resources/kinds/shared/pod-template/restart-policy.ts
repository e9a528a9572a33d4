import type { FieldReport } from "../../../../api/field-path.ts";
import type { Container, ContainerRestartRule as RestartRule } from "../../core/fields/v1-types.ts";

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** restartPolicy and restartPolicyRules of an init container: without a policy its rules are not looked at. */
export function checkInitRestartPolicy(container: Container, at: FieldReport): void {
  if (container.restartPolicy === undefined) checkPolicy(container, at);
  else checkRestartPolicy(container, at);
}

/** restartPolicy and restartPolicyRules of a container; `at` is the container. */
export function checkRestartPolicy(container: Container, at: FieldReport): void {
  checkPolicy(container, at);
  const { restartPolicyRules: rules = [] } = container;
  if (rules.length > MAX_RULES) at.child("restartPolicyRules").tooMany(rules.length, MAX_RULES);
  at.eachOf("restartPolicyRules", rules, checkRule);
}

function checkPolicy({ restartPolicy, restartPolicyRules: rules = [] }: Container, at: FieldReport): void {
  if (restartPolicy !== undefined)
    at.supports("restartPolicy", restartPolicy, ["Always", "Never", "OnFailure"]);
  else if (rules.length > 0)
    at.child("restartPolicy").required("must specify restartPolicy when restart rules are used");
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
