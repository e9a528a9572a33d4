import { once } from "../../async/once.ts";
import type { Checked } from "../../cel/check/checked.ts";
import { estimateCost } from "../../cel/estimate/estimate.ts";
import type { Range } from "../../cel/estimate/range.ts";
import { LIBRARIES } from "../../cel/libraries/index.ts";
import { analyze, instantiate, type Program } from "../../cel/program.ts";
import { createEnvironment, type Environment, extendEnvironment } from "../../cel/types/environment.ts";
import { optionalOf, typeName } from "../../cel/types/types.ts";
import { trimSpace } from "../../go/space.ts";
import { findField } from "../find-field.ts";
import type { JsonSchema, ValidationRule } from "../json-schema.ts";
import { checkedType, type DeclaredType, MAX_REQUEST } from "./declared-type.ts";

/** An expression that can be run, or the reason why it cannot. */
export type CompiledExpression =
  | {
      readonly kind: "program";
      readonly program: Program;
      readonly checked: Checked;
      readonly maxCost: number;
    }
  | { readonly kind: "problem"; readonly text: string };

/** A rule of `x-kubernetes-validations` with its expressions. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule is empty. */
  readonly expression: CompiledExpression | undefined;
  /** Undefined if there is no messageExpression, or if the rule itself cannot be compiled. */
  readonly message: CompiledExpression | undefined;
  readonly usesOldSelf: boolean;
  /** `fieldPath` in normal form; empty if there is none, or if `message` cannot be compiled. */
  readonly fieldPath: string;
}

/** Compiles the rules of one schema, in the order of the schema. `declared`: type of the values. */
export const compileRules = (schema: JsonSchema, declared: DeclaredType): readonly CompiledRule[] => [
  ...compiledRules(schema, declared),
];

/** The same, as a generator that compiles one rule at a time. */
export function* compiledRules(schema: JsonSchema, declared: DeclaredType): Generator<CompiledRule> {
  const rules = schema.validations ?? [];
  if (rules.length === 0) return;
  const environments = ruleEnvironments(declared);
  for (const rule of rules) yield compileRule(rule, schema, declared, environments);
}

/** Greatest number of values of a type in one request. */
export const maxCardinality = ({ minSize }: DeclaredType): number => Math.floor(MAX_REQUEST / (minSize + 1));

interface RuleEnvironments {
  readonly plain: Environment;
  /** Environment in which `oldSelf` is an optional. */
  readonly optional: Environment;
}

const baseEnvironment = once(() => createEnvironment({ variables: {}, libraries: LIBRARIES }));

function ruleEnvironments(declared: DeclaredType): RuleEnvironments {
  const objects = {};
  const self = checkedType(declared, "selfType", objects);
  const plain = extendEnvironment(baseEnvironment(), { variables: { self, oldSelf: self }, objects });
  return { plain, optional: extendEnvironment(plain, { variables: { oldSelf: optionalOf(self) } }) };
}

function compileRule(
  rule: ValidationRule,
  schema: JsonSchema,
  declared: DeclaredType,
  { plain, optional }: RuleEnvironments,
): CompiledRule {
  const environment = rule.optionalOldSelf === true ? optional : plain;
  const expression =
    trimSpace(rule.rule) === "" ? undefined : compileExpression(rule.rule, declared, environment, RULE);
  const sound = expression?.kind === "program" ? expression : undefined;
  const message =
    sound === undefined || rule.messageExpression === ""
      ? undefined
      : compileExpression(rule.messageExpression, declared, environment, MESSAGE);
  return {
    rule,
    expression,
    message,
    usesOldSelf: usesOldSelf(sound?.checked),
    // The reference reads fieldPath last (compileRule), and stops at a messageExpression that cannot be
    // compiled.
    fieldPath: message?.kind === "problem" ? "" : pathOf(rule, schema),
  };
}

interface Wanted {
  readonly prefix: string;
  readonly type: string;
  readonly otherwise: string;
}

const RULE: Wanted = { prefix: "", type: "bool", otherwise: "cel expression must evaluate to a bool" };
const MESSAGE: Wanted = {
  prefix: "messageExpression ",
  type: "string",
  otherwise: "messageExpression must evaluate to a string",
};

function compileExpression(
  expression: string,
  declared: DeclaredType,
  environment: Environment,
  { prefix, type, otherwise }: Wanted,
): CompiledExpression {
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues") return problem(`${prefix}compilation failed: ${analyzed.text}`);
  const { checked } = analyzed;
  if (typeName(checked.type) !== type) return problem(otherwise);
  const program = instantiate(checked, environment);
  if (program.kind === "issues") {
    const words = prefix === "" ? "program instantiation failed" : `${prefix}instantiation failed`;
    return problem(`${words}: ${program.text}`);
  }
  const { max } = estimateCost(checked, (path) => sizeAt(declared, path));
  return { kind: "program", program, checked, maxCost: max };
}

const problem = (text: string): CompiledExpression => ({ kind: "problem", text });

const usesOldSelf = (checked: Checked | undefined): boolean =>
  checked !== undefined && [...checked.names.values()].includes("oldSelf");

function pathOf({ fieldPath }: ValidationRule, schema: JsonSchema): string {
  if (fieldPath === "") return "";
  const found = findField(fieldPath, schema);
  return "problem" in found ? "" : found.path;
}

/** Size limits of a part of `self` or `oldSelf`; undefined if the schema does not describe that part. */
function sizeAt(root: DeclaredType, [, ...path]: readonly string[]): Range | undefined {
  let at: DeclaredType | undefined = root;
  for (const part of path) {
    if (part === "@items" || part === "@values") at = at.element;
    else if (part === "@keys") at = at.key;
    else at = at.fields?.get(part);
    if (at === undefined) return undefined;
  }
  return { min: 0, max: at.maxElements };
}
