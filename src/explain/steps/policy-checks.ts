import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import type { JsonObject } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { ExplainedCheck } from "../explanation.ts";
import { errorHint } from "../filters/condition-hints.ts";
import { askedElsewhere } from "../filters/elsewhere.ts";
import { type Path, placeIn } from "../sources.ts";
import type { Subject } from "../subject.ts";
import { rightsSeen, shownValue, valuesSeen } from "../values-seen.ts";

type Check = PolicyLine["checks"][number];

/** Fields that the server sets on the object after the mutation. */
const STAMPED = /^\/metadata\/(uid|resourceVersion|generation|creationTimestamp|managedFields|selfLink)\b/;

function patchOf({ before, after }: NonNullable<Check["objects"]>): JsonObject[] {
  const patch = diffJson(before, after);
  return patch.filter(({ path }) => !STAMPED.test(path));
}

/** Returns the path of a check's expression in its policy. */
export function checkPath({ policy }: Pick<PolicyLine, "policy">, index: number): Path {
  if (index < 0) return ["spec", "auditAnnotations"];
  if (policy.phase === "validating") return ["spec", "validations", index, "expression"];
  const type = policy.mutations[index]?.patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
  return ["spec", "mutations", index, type, "expression"];
}

/** True if the expressions of the line were evaluated: its filters and its match conditions admitted the request. */
export const isEvaluated = ({ conditions, filter, problem }: PolicyLine): boolean =>
  filter === undefined && problem === undefined && (conditions === undefined || conditions.kind === "match");

/**
 * The evaluated expressions of a policy with their places in the manifest. A failed match condition has a check in the
 * verdict, too, but no expression of the policy was evaluated then.
 */
export const explainedChecks = (line: PolicyLine, subject: Subject): ExplainedCheck[] =>
  isEvaluated(line) ? line.checks.map((check) => explainedCheck(line, check, subject)) : [];

function explainedCheck(
  line: PolicyLine,
  { index, actions, message = "", messageProblem, changed = false, objects }: Check,
  { world, verdict }: Subject,
): ExplainedCheck {
  const { policy } = line;
  const isPassedOver = policy.phase === "mutating" && !refusesAsPolicy(line, verdict);
  const list = policy.phase === "validating" ? policy.validations : policy.mutations;
  const source = world.sources.find(POLICY_KINDS[policy.phase], policy.name);
  const expression = list[index]?.expression ?? "";
  return {
    expression,
    actions: isPassedOver ? [] : actions.filter((action) => action !== "allow"),
    message,
    changed,
    at: placeIn(source, checkPath(line, index)),
    ...valuesOf(line, expression),
    ...(messageProblem !== undefined && {
      messageProblem: `${messageProblem}${messageHint(line, index, messageProblem, verdict)}`,
    }),
    ...(objects && {
      patch: patchOf(objects),
    }),
  };
}

/** Says why a messageExpression failed, in brackets; empty if it is not known. */
export function messageHint(
  { policy, evaluation }: PolicyLine,
  index: number,
  text: string,
  question: Pick<Subject, "attributes">,
): string {
  const own = policy.phase === "validating" ? policy.validations[index]?.messageExpression : undefined;
  if (own === undefined || evaluation === undefined) return "";
  const failed = { expression: own.expression, text, activation: evaluation.activation, isCondition: false };
  return errorHint(failed, question);
}

/** The values that a validation read; for mutations they are not recorded. */
function valuesOf({ evaluation }: PolicyLine, expression: string): Pick<ExplainedCheck, "saw" | "variables"> {
  if (evaluation === undefined || expression === "") return {};
  const names = new Set([...expression.matchAll(/\bvariables\.(\w+)/g)].map(([, name = ""]) => name));
  const variables: JsonObject = {};
  for (const name of names) {
    const value = evaluation.known(name);
    if (value !== undefined) variables[name] = shownValue(value);
  }
  const { activation } = evaluation;
  const saw = { ...valuesSeen(expression, activation), ...rightsSeen(expression, activation) };
  return { saw, ...(names.size > 0 && { variables }) };
}

/** Notes about a policy that holds because the object lacks a field, which it has at another place. `asked`: its name, or its binding's. */
export const absentReads = (asked: string, lines: readonly PolicyLine[]): string[] =>
  lines
    .filter(({ policy, binding }) => policy.name === asked || binding?.name === asked)
    .flatMap(({ policy, checks, evaluation }) => {
      const list = policy.phase === "validating" ? policy.validations : [];
      const held =
        evaluation === undefined || checks.some(({ errorType }) => errorType !== "no_error") ? [] : list;
      return held.flatMap(({ expression }) =>
        evaluation === undefined
          ? []
          : askedElsewhere(expression, evaluation.activation).map(
              ([absent, there]) =>
                `policy ${policy.name} asks has(${absent}), which the object does not have: it has ${there}`,
            ),
      );
    });
