import type { PolicyLine } from "../../admission/verdict.ts";
import { ComposedEvaluation } from "../../cel/kubernetes/composed-evaluation.ts";
import { type Expr, qualifiedName } from "../../cel/parse/ast.ts";
import { parse } from "../../cel/parse/parse.ts";
import { anywhere, walk } from "../../cel/parse/walk.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { isSameBelowMetadata } from "../changed-paths.ts";
import { nearUser } from "../refused/near-user.ts";
import type { Subject } from "../subject.ts";
import { valuesSeen } from "../values-seen.ts";
import { brokenByChange, nearlyHolds } from "./counterfactuals.ts";
import { ignoredSelector } from "./ignored-selector.ts";
import type { SideEffect } from "./side-effect.ts";

/** Returns what a refusing validation does besides what it is for; undefined if that is not known. */
export function sideEffectOf(line: PolicyLine, index: number, subject: Subject): SideEffect | undefined {
  return (
    unsplitText(line, index) ??
    brokenByChange(line, index, subject) ??
    expressionAsMessage(line, index) ??
    nearlyHolds(line, index, subject) ??
    refusesComponent(line, index, subject) ??
    namesOther(line, index, subject) ??
    violatedBefore(line, index, subject) ??
    widerScope(line, subject)
  );
}

/** The variables of expressions. */
const VARIABLES: ReadonlySet<string> = new Set([
  "object",
  "oldObject",
  "request",
  "params",
  "variables",
  "namespaceObject",
]);

/** The message is an expression, which only messageExpression evaluates. */
function expressionAsMessage({ policy }: PolicyLine, index: number): SideEffect | undefined {
  const { message = "" } = (policy.phase === "validating" && policy.validations[index]) || {};
  return reads(message, isMember)
    ? {
        message: "its message is an expression, and message is a text that is sent as it is",
        path: ["spec", "validations", index, "message"],
        advice: "write messageExpression in place of message",
      }
    : undefined;
}

/** The validation splits a text at what is not in it, while another separator is. */
function unsplitText({ policy, evaluation }: PolicyLine, index: number): SideEffect | undefined {
  const expression = policy.phase === "validating" ? (policy.validations[index]?.expression ?? "") : "";
  const parsed = parse(expression);
  if (parsed.kind === "issues" || evaluation === undefined || !expression.includes(".split("))
    return undefined;
  const seen = valuesSeen(expression, evaluation.activation);
  let found: SideEffect | undefined;
  walk(parsed.expr, (one) => {
    if (one.kind !== "call" || one.name !== "split" || one.target === undefined) return;
    const [at] = one.args;
    const read = qualifiedName(one.target) ?? "";
    const value = seen[read];
    if (at?.kind !== "literal" || typeof at.value !== "string" || typeof value !== "string") return;
    const own = SEPARATORS.find((separator) => value.includes(separator));
    if (value.includes(at.value) || own === undefined) return;
    found ??= {
      message: `it splits ${read} at ${JSON.stringify(at.value)}, which is not in it, so that it is one text`,
      path: ["spec", "validations", index, "expression"],
      advice: `the text has ${JSON.stringify(own)}: split it there`,
    };
  });
  return found;
}

const SEPARATORS = [",", ";", "|", "\n", " "];

/** A condition or the validation names a user that is nearly the user of the request. */
function namesOther(
  { policy }: PolicyLine,
  index: number,
  { attributes: { user } }: Subject,
): SideEffect | undefined {
  const conditions = policy.conditions.map(({ expression }, at) => ({
    expression,
    path: ["spec", "matchConditions", at, "expression"],
  }));
  const expression = policy.phase === "validating" ? (policy.validations[index]?.expression ?? "") : "";
  const own = { expression, path: ["spec", "validations", index, "expression"] };
  return nearUser([...conditions, own], user.username);
}

/** Components of the control plane, and their work. */
const COMPONENTS: Readonly<Record<string, string>> = {
  "system:serviceaccount:kube-system:generic-garbage-collector":
    "the garbage collector, which deletes what belonged to deleted objects",
  "system:serviceaccount:kube-system:namespace-controller":
    "the namespace controller, which empties namespaces that are deleted",
  "system:serviceaccount:kube-system:job-controller":
    "the job controller, which creates pods, and removes their finalizers when they are done",
  "system:serviceaccount:kube-system:replicaset-controller":
    "the controller that creates the pods of Deployments",
  "system:serviceaccount:kube-system:daemon-set-controller":
    "the controller that creates the pods of DaemonSets",
  "system:serviceaccount:kube-system:statefulset-controller":
    "the controller that creates the pods of StatefulSets",
  "system:kube-controller-manager": "the controller manager of the cluster",
  "system:kube-scheduler": "the scheduler of the cluster",
  "system:apiserver": "the API server itself",
};

/** A validation that compares the user refuses components of the control plane, too. */
function refusesComponent(
  { policy }: PolicyLine,
  index: number,
  { attributes: { user } }: Subject,
): SideEffect | undefined {
  const who = COMPONENTS[user.username ?? ""];
  const expression = policy.phase === "validating" ? (policy.validations[index]?.expression ?? "") : "";
  if (who === undefined || !reads(expression, isUser)) return undefined;
  const message = `the user is ${who}: this work stops`;
  const advice = `let ${user.username} pass, or leave out the users whose names begin with system: by a match condition`;
  return { message, path: ["spec", "validations", index, "expression"], advice };
}

function reads(expression: string, isMeant: (expr: Expr) => boolean): boolean {
  const parsed = parse(expression);
  return parsed.kind !== "issues" && anywhere(parsed.expr, isMeant);
}

const isMember = (one: Expr): boolean =>
  one.kind === "select" && one.operand.kind === "ident" && VARIABLES.has(one.operand.name);

const isUser = (one: Expr): boolean => isMember(one) && one.kind === "select" && one.field === "userInfo";

/**
 * Evaluates the validation for the stored object. If that violates it, too, and the request changes only metadata, the
 * policy refuses what has nothing to do with it.
 */
function violatedBefore(
  { policy, evaluation }: PolicyLine,
  index: number,
  { attributes, verdict }: Subject,
): SideEffect | undefined {
  const validation = policy.phase === "validating" ? policy.validations[index] : undefined;
  const { oldObject, operation } = attributes;
  if (validation === undefined || evaluation === undefined || operation !== "UPDATE") return undefined;
  if (oldObject === null || !isSameBelowMetadata(oldObject, verdict.validated)) return undefined;
  const { activation } = evaluation;
  const asIf = (own: Activation) => new ComposedEvaluation(policy.composition, { ...activation, ...own });
  const stored = { object: activation.oldObject };
  // A rule about a change, or about the user, has another value for another one.
  const request = Object.entries(activation.request ?? {}).filter(([key]) => key !== "userInfo");
  const alone = { ...stored, oldObject: null, request: Object.fromEntries(request) };
  const isViolated = [stored, alone].every((own) => {
    const result = asIf(own).evaluate(validation.program, "");
    return result.kind === "value" && result.value === false;
  });
  if (!isViolated) return undefined;
  // An expression that has a value without any object does not check the object, but the user, for example; has() reads null, too.
  const isOfObject = reads(validation.expression, (one) => qualifiedName(one) === "object");
  const without = asIf({ object: null, oldObject: null }).evaluate(validation.program, "");
  if (!isOfObject && without.kind === "value") return undefined;
  const rule = policy.criteria.rules.findIndex(({ operations }) =>
    operations.some((one) => one === "*" || one === "UPDATE"),
  );
  return {
    message:
      "the stored object violates it already, and this request changes only metadata: while the policy is called for UPDATE, it refuses every change of such an object, also the removal of a finalizer",
    path: ["spec", "matchConstraints", "resourceRules", Math.max(0, rule), "operations"],
    advice:
      "remove UPDATE from operations, or let pass what does not change what is checked: oldObject != null && object.spec == oldObject.spec || …",
  };
}

function widerScope({ policy }: PolicyLine, { attributes }: Subject): SideEffect | undefined {
  const { namespaceSelector, rules } = policy.criteria;
  const found = ignoredSelector(namespaceSelector, rules, attributes);
  return found && { ...found, path: ["spec", "matchConstraints", "resourceRules", found.rule, "scope"] };
}
