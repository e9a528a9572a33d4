import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import type {
  Container,
  ContainerRestartRule as RestartRule,
} from "../../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../../features/changed-gates.ts";

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/**
 * Checks restartPolicy and restartPolicyRules of an init container. Without a policy its rules are not
 * checked.
 */
export function checkInitRestartPolicy(container: Container, at: FieldReport): void {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  if (restartPolicy === undefined) checkPolicy(container, at);
  else if (isGateOff("ContainerRestartRules", at)) at.supports("restartPolicy", restartPolicy, ["Always"]);
  else if (restartPolicy !== "Always" || !isGateOff("RestartAllContainersOnContainerExits", at))
    checkRestartPolicy(container, at);
  else if (rules.length > 0)
    at.child("restartPolicyRules").forbidden(
      "restartPolicyRules are not allowed for init containers with restart policy Always",
    );
}

/** Checks restartPolicy and restartPolicyRules of a container; `at` is the path of the container. */
export function checkRestartPolicy(container: Container, at: FieldReport): void {
  if (isGateOff("ContainerRestartRules", at)) {
    if (container.restartPolicy !== undefined)
      at.child("restartPolicy").forbidden("may not be set for non-init containers");
    return;
  }
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
  const all = isGateOff("RestartAllContainersOnContainerExits", at) ? [] : ["RestartAllContainers"];
  at.supports("action", action, ["Restart", ...all]);
  if (exitCodes === undefined) {
    at.child("exitCodes").required("must be specified");
    return;
  }
  const path = at.child("exitCodes");
  path.supports("operator", exitCodes.operator ?? "", ["In", "NotIn"]);
  const count = exitCodes.values?.length ?? 0;
  if (count > MAX_EXIT_CODES) path.child("values").tooMany(count, MAX_EXIT_CODES);
}
