import type { CompiledSelector, Rule as MatchRule } from "../../admission/rule.ts";
import { oncePerObject } from "../../async/once.ts";
import { ComposedEvaluation, type Evaluated } from "../../cel/kubernetes/composed-evaluation.ts";
import { type Composition, compose } from "../../cel/kubernetes/composition.ts";
import { environmentFor } from "../../cel/kubernetes/known-environments.ts";
import type { Expr } from "../../cel/parse/ast.ts";
import { parse } from "../../cel/parse/parse.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { type Compiled, compile } from "../../cel/program.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import type { Model } from "../model/model.ts";

/** An expression that the engine evaluates, with its place. */
interface Step {
  readonly use: "condition" | "validation" | "message" | "mutation";
  readonly path: Path;
  readonly expression: string;
  readonly program: Compiled;
  /** The parsed expression, which the program comes from. */
  readonly expr: Expr;
}

/** A webhook or policy, with its expressions in the order of their evaluation. */
export interface Evaluation {
  readonly of: Manifest;
  /** Name of the webhook; empty for a policy. */
  readonly webhook: string;
  readonly phase: "mutating" | "validating";
  readonly rules: readonly MatchRule[];
  readonly objectSelector: CompiledSelector;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly composition: Composition;
  /** Names of the variables, in their order. */
  readonly variables: readonly string[];
  readonly steps: readonly Step[];
}

/** Webhooks and policies with expressions that the server accepts. */
export const evaluations = oncePerObject((model: Model): readonly Evaluation[] =>
  [...ofWebhooks(model), ...ofPolicies(model)].filter(
    ({ steps }) => steps.length > 0 && steps.every(({ program }) => program.kind === "program"),
  ),
);

/** The match conditions that can be evaluated without variables. */
export const conditionsOf = ({ steps }: Evaluation) =>
  steps.flatMap(({ use, path, expr, program }) =>
    use === "condition" && program.kind === "program" && !program.usesVariables
      ? [{ path, expr, program }]
      : [],
  );

const NOTHING = compose(undefined, { params: false });

const ofWebhooks = ({ webhooks }: Model): Evaluation[] =>
  webhooks.map(({ of, name, phase, base, hook }) => ({
    ...{ of, phase, webhook: name, rules: hook.rules, failurePolicy: hook.failurePolicy },
    objectSelector: hook.objectSelector,
    composition: NOTHING,
    variables: [],
    steps: hook.conditions.map(({ expression }, index) =>
      stepAt(
        { expression, program: compile(expression, environmentFor({ params: false, authorizer: true })) },
        "condition",
        [...base, "matchConditions", index, "expression"],
      ),
    ),
  }));

const ofPolicies = ({ policies }: Model): Evaluation[] =>
  policies.map(({ of, phase, policy }) => ({
    ...{ of, phase, webhook: "", rules: policy.criteria.rules, failurePolicy: policy.failurePolicy },
    objectSelector: policy.criteria.objectSelector,
    composition: policy.composition,
    variables: [...policy.composition.byName.keys()],
    steps: [
      ...policy.conditions.map((one, i) =>
        stepAt(one, "condition", ["spec", "matchConditions", i, "expression"]),
      ),
      ...(policy.phase === "validating"
        ? policy.validations.flatMap((one, i) => [
            stepAt(one, "validation", ["spec", "validations", i, "expression"]),
            ...(one.messageExpression === undefined
              ? []
              : [stepAt(one.messageExpression, "message", ["spec", "validations", i, "messageExpression"])]),
          ])
        : policy.mutations.map((one, i) =>
            stepAt(one, "mutation", [
              ...["spec", "mutations", i],
              one.patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration",
              "expression",
            ]),
          )),
    ],
  }));

function stepAt(
  { expression, program }: Pick<Step, "expression" | "program">,
  use: Step["use"],
  path: Path,
): Step {
  const parsed = parse(expression, { bindings: true });
  return { use, path, expression, program, expr: parsed.kind === "issues" ? UNREADABLE : parsed.expr };
}

/** Instead of an expression that cannot be parsed; its hook is left out. */
const UNREADABLE: Expr = { kind: "literal", id: 0, at: 0, value: null };

/** An expression that failed, and the text of the error. */
export interface Failed {
  readonly path: Path;
  readonly message: string;
}

const VARIABLE = /composited variable "([^"]+)" fails to evaluate: /;

/**
 * Evaluates the expressions in their order. Returns the first that fails; undefined if none does, or an earlier one
 * decides: a condition or a validation that is false.
 */
export function firstFailure(
  { composition, steps, variables }: Evaluation,
  activation: Activation,
): Failed | undefined {
  const evaluation = new ComposedEvaluation(composition, activation);
  for (const step of steps) {
    if (step.use === "message") continue;
    const result = evaluation.evaluate(step.program, "");
    if (result.kind === "error") return failureOf(step, result, variables);
    if (result.kind === "spent" || result.value === false) return undefined;
  }
  return undefined;
}

/**
 * Evaluates the conditions and validations. Returns the first validation that is false; `holds` if all are true; undefined
 * if a condition is false, or anything fails.
 */
export function verdictOf(
  { composition, steps }: Evaluation,
  activation: Activation,
): Step | "holds" | undefined {
  const evaluation = new ComposedEvaluation(composition, activation);
  for (const step of steps) {
    if (step.use === "message") continue;
    const result = evaluation.evaluate(step.program, "");
    if (result.kind !== "value" || (step.use === "condition" && result.value !== true)) return undefined;
    if (result.value === false) return step;
  }
  return "holds";
}

function failureOf(
  step: Step,
  { message }: Extract<Evaluated, { kind: "error" }>,
  variables: readonly string[],
): Failed {
  const told = message.slice(0, LONGEST_MATCHED).replace(/^expression '' resulted in error: /, "");
  const [, name = ""] = VARIABLE.exec(told) ?? [];
  const index = variables.indexOf(name);
  const path: Path = index < 0 ? step.path : ["spec", "variables", index, "expression"];
  return { path, message: told.replaceAll(new RegExp(VARIABLE, "g"), "") };
}

/** The key that an evaluation failed to find; undefined if it failed for another reason. */
export const missingKey = (failed: Failed | undefined): string | undefined =>
  /^no such key: (\S+)$/.exec(failed?.message ?? "")?.[1];

/** Says how a webhook or policy decides a request when its expressions fail. */
export const outcomeText = (failurePolicy: Evaluation["failurePolicy"]): string =>
  `${failurePolicy === "Fail" ? "the request is refused" : "it is not checked"} (failurePolicy ${failurePolicy})`;
