import type { MatchCondition } from "../../admission/hook.ts";
import type { GroupVersionKind } from "../../api/group-version.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type AdmissionInput, admissionActivation } from "../../cel/kubernetes/admission-variables.ts";
import type { ConditionResult } from "../../cel/kubernetes/match-conditions.ts";
import { text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { valuesSeen } from "../values-seen.ts";
import { errorHint, isGeneratedName } from "./condition-hints.ts";
import type { Failure, Matcher, Question } from "./matcher.ts";
import { invokedKind } from "./rule-failures.ts";

/**
 * Evaluates each condition separately. The server names the first one that decides; an explanation shows
 * all. `seen`: the result that counted; conditions with other results are left out.
 */
export function conditionFailures(matcher: Matcher, question: Question, seen?: ConditionResult): Failure[] {
  const { conditions, conditionsBase: base } = matcher;
  if (conditions.length === 0 || question.evaluate === undefined) return [];
  const input = inputOf(matcher, question);
  if (input === undefined) return [];
  const { evaluate } = question;
  const failures = conditions.flatMap((condition, index): Failure[] => {
    const result = resultOf(condition, seen) ?? evaluate([condition], input);
    if (seen?.kind === "error" && result.kind !== "error") return [];
    const path = [...base, "matchConditions", index, "expression"];
    return conditionFailure(result, condition, { path, input, question, matcher });
  });
  // A condition that is false decides, even if other conditions fail with an error.
  return failures.some(({ code }) => code === "condition")
    ? failures.filter(({ code }) => code === "condition")
    : failures;
}

/** Returns the result of one condition that the result of all tells; undefined if it does not. */
function resultOf({ name, expression }: MatchCondition, seen?: ConditionResult): ConditionResult | undefined {
  if (seen?.kind === "exclude") return seen.condition === name ? seen : undefined;
  if (seen?.kind !== "error") return undefined;
  const own = seen.messages.find((message) => message.startsWith(`expression '${expression.trim()}' `));
  return own === undefined ? undefined : { ...seen, messages: [own] };
}

interface About {
  readonly path: Failure["path"];
  readonly input: AdmissionInput;
  readonly question: Question;
  readonly matcher: Pick<Matcher, "failurePolicy">;
}

/** Describes the result of one condition. Missing objects are null here. */
function conditionFailure(
  result: ConditionResult,
  { name, expression }: MatchCondition,
  { path, input, question, matcher }: About,
): Failure[] {
  if (result.kind === "match") return [];
  const activation = admissionActivation(input, undefined);
  const saw = valuesSeen(expression, activation);
  if (result.kind === "exclude") {
    const message = `matchCondition "${name}" is false: ${expression}`;
    return [{ code: "condition", message, path, saw }];
  }
  const [text = ""] = result.messages;
  const isNameless = isGeneratedName(text, question);
  const consequence =
    matcher.failurePolicy === "Ignore"
      ? "failurePolicy Ignore: it was skipped"
      : "failurePolicy Fail: the request was refused";
  const message = `${text}${errorHint({ expression, text, activation, isCondition: true }, question)}; ${consequence}`;
  const code = isNameless ? "generate-name" : "condition-error";
  return [{ code, message, path, saw, isMistake: true }];
}

/** The input of expressions, in the version of the matching rule; undefined if the objects cannot be converted here. */
export function inputOf(matcher: Matcher, question: Question): AdmissionInput | undefined {
  const { attributes, name } = question;
  const kind = invokedKind(matcher, question);
  const object = inKind(question.object, kind, question);
  const oldObject = inKind(question.oldObject, kind, question);
  return object === undefined || oldObject === undefined
    ? undefined
    : { attributes, kind, object, oldObject, name };
}

/** Converts an object to the version of a kind; undefined if it cannot be converted here. */
function inKind(
  object: KubeObject | null,
  kind: GroupVersionKind,
  { registry }: Question,
): KubeObject | null | undefined {
  if (object === null) return null;
  const { group, version } = parseGroupVersion(text(object.apiVersion));
  if (group === kind.group && version === kind.version) return object;
  return attempt(() => {
    const found = registry.findDeclared(kind.group, kind.version, kind.kind);
    const hub = registry.findDeclared(group, version, object.kind ?? "")?.kind.toHub(object) ?? object;
    return found === undefined ? object : found.kind.fromHub(hub);
  });
}
