import type { MatchCondition } from "../../admission/hook.ts";
import type { MutatingPolicy } from "../../admission/policy-hook.ts";
import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import type { KubeObject } from "../../api/meta.ts";
import { admissionActivation } from "../../cel/kubernetes/admission-variables.ts";
import { parse } from "../../cel/parse/parse.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { type Json, record, records, text } from "../../json/value.ts";
import { inputOf } from "../filters/condition-failures.ts";
import { errorHint, isGeneratedName } from "../filters/condition-hints.ts";
import { criteriaMatcher } from "../filters/matcher.ts";
import type { Path } from "../sources.ts";
import { questionOf, type Subject } from "../subject.ts";
import { rightsSeen, valuesSeen } from "../values-seen.ts";
import { causeMaker, choice, type MakePolicyCause, mistake, type Reason, withChange } from "./explained.ts";
import { patchCure } from "./patch-cure.ts";
import { checkPath, isEvaluated, messageHint } from "./policy-checks.ts";
import { missingParam, uselessParamRef } from "./policy-params.ts";
import { notAgain } from "./reinvocation.ts";
import { sideEffectOf } from "./side-effects.ts";
import { unsetDefault } from "./unset-default.ts";
import { writtenOperations } from "./written-operations.ts";

/**
 * Returns the reason that a policy with a rule for the request was not evaluated, or was violated; undefined
 * if it was evaluated and holds.
 */
export function lineReason(line: PolicyLine, subject: Subject): Reason | undefined {
  const { conditions, problem, filter } = line;
  const make = makerOf(line, subject);
  if (conditions !== undefined && conditions.kind !== "match") return conditionReason(line, subject, make);
  if (problem !== undefined) return problemReason(line, problem, subject, make);
  if (filter?.kind === "params") return missingParam(line, subject, make);
  if (filter?.kind === "reinvocation") {
    const at = ["spec", "reinvocationPolicy"];
    const { saw } = filter;
    const wasCalled = subject.verdict.policies.some(
      (other) => other.round === 0 && isSameUse(line, other) && isEvaluated(other),
    );
    const second = { policy: String(saw), wasCalled, isChanged: true };
    return notAgain(second, "asked", (message) => make.policy("reinvocation", message, at, saw));
  }
  return checkReason(line, subject, make) ?? uselessParamRef(line, make);
}

/** An expression of a policy, and its place. */
interface Placed {
  readonly expression: string;
  readonly path: Path;
}

/** Returns the expression that failed itself: that of the innermost variable which the message names. */
function failingIn(message: string, own: Placed, { policy }: PolicyLine, { world }: Subject): Placed {
  const name = [...message.matchAll(/composited variable "(\w+)" fails to evaluate: /g)].at(-1)?.[1];
  if (name === undefined) return own;
  const spec = record(world.stored(POLICY_KINDS[policy.phase], policy.name)?.spec);
  const variables = records(spec.variables);
  const index = variables.findIndex((one) => one.name === name);
  return {
    expression: text(variables[index]?.expression),
    path: ["spec", "variables", index, "expression"],
  };
}

const isSameUse = (a: PolicyLine, b: PolicyLine): boolean =>
  a.policy === b.policy && a.binding === b.binding && a.param === b.param;

function makerOf({ policy, binding }: PolicyLine, { world: { sources } }: Subject): MakePolicyCause {
  const kind = POLICY_KINDS[policy.phase];
  const own = causeMaker({ kind, name: policy.name }, sources);
  if (binding === undefined) return { policy: own, binding: own };
  return { policy: own, binding: causeMaker({ kind: `${kind}Binding`, name: binding.name }, sources) };
}

/**
 * Returns the values that expressions of the policy were evaluated with. Match conditions see no namespace. For a
 * mutating policy, the object is taken from the last change by an earlier policy of the round.
 */
function activationOf(line: PolicyLine, subject: Subject, isCondition: boolean): Activation {
  const { policy, evaluation } = line;
  if (evaluation !== undefined && !isCondition) return evaluation.activation;
  const before = policy.phase === "mutating" ? changedBefore(line, subject) : undefined;
  const question = questionOf(subject, policy.phase, before);
  const { namespace, kind } = question.attributes;
  const hasNamespace = !isCondition && kind.kind !== "Namespace";
  const namespaceObject = (hasNamespace && subject.world.namespace(namespace)) || null;
  const input = inputOf(criteriaMatcher(policy.criteria, []), question);
  if (input === undefined) return {};
  return admissionActivation(input, undefined, { params: paramOf(line, subject), namespaceObject });
}

function changedBefore(line: PolicyLine, { verdict: { policies } }: Subject): KubeObject | undefined {
  const earlier = policies.slice(0, Math.max(0, policies.indexOf(line)));
  return earlier
    .filter(({ phase, round }) => phase === line.phase && round === line.round)
    .flatMap(({ checks }) => checks.flatMap(({ objects }) => objects?.after ?? []))
    .at(-1);
}

/** Returns the values that an expression of the policy read. */
function seenBy(line: PolicyLine, subject: Subject, expression: string, activation: Activation): Json {
  const isKnown = line.policy.phase === "validating" || changedBefore(line, subject) !== undefined;
  const values = valuesSeen(expression, isKnown ? activation : { ...activation, object: undefined });
  return { ...values, ...rightsSeen(expression, activation) };
}

function paramOf({ policy, param }: PolicyLine, { world }: Subject): KubeObject | null {
  const kind = policy.paramKind && world.params.kind(policy.paramKind);
  if (kind === undefined || param === undefined) return null;
  const [name = "", namespace = ""] = param.split("/").reverse();
  const found = kind.get(namespace, name);
  return found instanceof Promise || found === undefined ? null : found;
}

function conditionReason(line: PolicyLine, subject: Subject, make: MakePolicyCause): Reason | undefined {
  const { policy, conditions } = line;
  if (conditions === undefined || conditions.kind === "match") return undefined;
  const activation = activationOf(line, subject, true);
  const place = (index: number): Path => ["spec", "matchConditions", Math.max(0, index), "expression"];
  if (conditions.kind === "exclude") {
    const index = policy.conditions.findIndex(({ name }) => name === conditions.condition);
    const expression = policy.conditions[index]?.expression ?? "";
    const later = heldLater({ name: conditions.condition, expression }, line, subject);
    const message = `matchCondition "${conditions.condition}" is false: ${expression}${later}`;
    const seen = seenBy(line, subject, expression, activation);
    return choice(make.policy("condition", message, place(index), seen));
  }
  const [message = ""] = conditions.messages;
  const index = policy.conditions.findIndex(({ expression }) => message.includes(`'${expression}'`));
  const expression = policy.conditions[Math.max(0, index)]?.expression ?? "";
  const code = isGeneratedName(message, subject) ? "generate-name" : "condition-error";
  const failing = failingIn(message, { expression, path: place(index) }, line, subject);
  const failed = { text: message, expression: failing.expression, activation };
  const hint = errorHint({ ...failed, isCondition: true }, askedOf(subject));
  const told = `${message}${hint}; ${consequenceOf(line, subject)}`;
  const seen = seenBy(line, subject, expression, activation);
  return mistake(make.policy(code, told, failing.path, seen));
}

const askedOf = ({ attributes, world: { registry } }: Subject) => ({ attributes, registry });

/** Says which webhook changes the object so that a condition of a mutating policy holds, but only afterwards. */
function heldLater(condition: MatchCondition, { policy }: PolicyLine, subject: Subject): string {
  const { verdict, world } = subject;
  if (policy.phase !== "mutating" || policy.paramKind !== undefined) return "";
  const matcher = criteriaMatcher(policy.criteria, []);
  const holds = (object: KubeObject | null): boolean => {
    const input = inputOf(matcher, questionOf(subject, policy.phase, object));
    return input !== undefined && world.evaluate([condition], input).kind === "match";
  };
  const change = verdict.changes.find(
    ({ kind, before, after }) => kind === "webhook" && !holds(before) && holds(after),
  );
  return change?.kind === "webhook"
    ? ` (it holds after webhook ${change.hook.name} changed the object; mutating policies are evaluated before webhooks)`
    : "";
}

function consequenceOf(line: PolicyLine, { verdict }: Subject): string {
  const { policy, binding } = line;
  if (refusesAsPolicy(line, verdict))
    return policy.failurePolicy === "Fail"
      ? "failurePolicy Fail: the request was refused"
      : "whatever the failurePolicy, the request was refused";
  if (policy.failurePolicy === "Ignore") return "failurePolicy Ignore: it was passed over";
  return `validationActions ${binding?.actions.join(", ") ?? ""}: the request was not refused`;
}

function problemReason(line: PolicyLine, problem: string, subject: Subject, make: MakePolicyCause): Reason {
  const { policy } = line;
  const text = `${problem}; ${consequenceOf(line, subject)}`;
  if (/^no params found/.test(problem)) return missingParam(line, subject, make);
  if (/referenced by paramKind|^paramKind kind/.test(problem)) {
    const paramKind = policy.paramKind ?? { group: "", version: "", kind: "" };
    const message = `paramKind: the server knows no kind ${paramKind.kind} of ${formatGroupVersion(paramKind)}; ${consequenceOf(line, subject)}`;
    return mistake(make.policy("params", message, ["spec", "paramKind"]));
  }
  const at = ["spec", "paramRef", "namespace"];
  if (/paramRef/.test(problem)) return mistake(make.binding("params", text, at));
  return mistake(make.policy("policy-problem", text, ["spec"]));
}

/** Says in brackets how to write the operation of a JSON patch that cannot be applied. */
function cureOf(message: string, { object }: Activation, { policy }: PolicyLine, index: number): string {
  const lost = policy.phase === "mutating" ? lostBefore(message, policy.mutations.slice(0, index)) : "";
  if (lost !== "") return ` (${lost})`;
  const cure = patchCure(message, object as Json | undefined);
  return cure === ""
    ? ""
    : ` (${cure}${cure.includes("~1") ? "; jsonpatch.escapeKey() writes a key so" : ""})`;
}

/** Says that an earlier mutation added an empty list or map, which the server left out since. */
function lostBefore(message: string, earlier: MutatingPolicy["mutations"]): string {
  const [, pointer = ""] = message.split('doc is missing path: "');
  const written = earlier.flatMap(({ expression }, index) => {
    const parsed = parse(expression);
    return parsed.kind === "issues" ? [] : writtenOperations(parsed.expr).map((one) => ({ ...one, index }));
  });
  const lost = written.findLast(({ path, isEmpty }) => isEmpty && pointer.startsWith(`${path}/`));
  return lost === undefined
    ? ""
    : `mutation ${lost.index} adds an empty ${lost.path}, which the server leaves out before this one: write both operations in one mutation`;
}

/** Messages of expressions that failed with an error, as opposed to false ones. */
const FAILED = /' resulted in error: |^compilation|running out of cost budget|^failed to /;

function checkReason(line: PolicyLine, subject: Subject, make: MakePolicyCause): Reason | undefined {
  const { policy, checks, binding } = line;
  const list = policy.phase === "validating" ? policy.validations : policy.mutations;
  const bad = checks.filter(({ errorType }) => errorType !== "no_error");
  const worst = bad.find(({ actions }) => actions.includes("deny")) ?? bad[0];
  if (worst === undefined) return undefined;
  const { index, message = "", actions, messageProblem } = worst;
  const expression = list[index]?.expression ?? "";
  const path = checkPath(line, index);
  const activation = activationOf(line, subject, false);
  if (policy.phase === "mutating" || FAILED.test(message)) {
    const failing = failingIn(message, { expression, path }, line, subject);
    const failed = { text: message, expression: failing.expression, activation };
    const hint =
      errorHint({ ...failed, isCondition: false }, askedOf(subject)) ||
      cureOf(message, activation, line, index);
    const unset = unsetDefault(failing.expression, message, activation, subject);
    const told = `${message}${hint}${unset}; ${consequenceOf(line, subject)}`;
    const seen = seenBy(line, subject, failing.expression, activation);
    return mistake(make.policy("validation-error", told, failing.path, seen));
  }
  const saw = seenBy(line, subject, expression, activation);
  const hint = messageProblem === undefined ? "" : messageHint(line, index, messageProblem, subject);
  const instead =
    messageProblem === undefined
      ? ""
      : ` (the default message, because the messageExpression failed: ${messageProblem}${hint})`;
  if (actions.includes("deny")) {
    const side = sideEffectOf(line, index, subject);
    const told = side === undefined ? "" : `; ${side.message}`;
    const own = instead === "" ? path : ["spec", "validations", index, "messageExpression"];
    const cause = make.policy("denied", `${message}${instead}${told}`, side?.path ?? own, saw);
    if (side !== undefined) return mistake({ ...cause, advice: side.advice });
    return instead === "" ? choice(cause) : mistake(cause);
  }
  const { actions: own = [] } = binding ?? {};
  const said = own.join(", ");
  const text = `it does not hold (${message}), but validationActions are ${said}: no request is refused`;
  const cause = make.binding("actions", text, ["spec", "validationActions"], [...own]);
  return choice(withChange(cause, { from: said, to: "Deny", value: ["Deny"], called: false }));
}
