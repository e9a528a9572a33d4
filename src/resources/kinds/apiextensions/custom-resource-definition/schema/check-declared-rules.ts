import { type FieldError, internalFieldError, invalid } from "../../../../../api/validation/field-error.ts";
import type { Steps } from "../../../../../async/steps.ts";
import type { JsonSchema, ValidationRule } from "../../../../../schema/json-schema.ts";
import {
  type CompiledExpression,
  type CompiledRule,
  compiledRules,
  maxCardinality,
} from "../../../../../schema/rules/compile-rules.ts";
import type { DeclaredType } from "../../../../../schema/rules/declared-type.ts";
import { ruleForm } from "../go-form.ts";
import { costProblems, RuleCosts } from "./rule-costs.ts";
import { RuleScope } from "./rule-scope.ts";

/** Relaxations of the check of the rules in a schema. */
export interface DeclaredRulesOptions {
  /** Paths with errors of the schema itself: rules at these paths and around them are not checked. */
  readonly brokenAt: readonly string[];
  /** True if the cost estimate of a single rule may exceed the limit. */
  readonly anyCost: boolean;
}

interface DeclaredRulesProblems {
  readonly rules: readonly FieldError[];
  readonly costs: readonly FieldError[];
}

/** Compiles the rules of a structural schema and of all its parts, in steps. `path`: path of the schema. */
export function* checkDeclaredRules(
  schema: JsonSchema,
  path: string,
  options: DeclaredRulesOptions,
): Steps<DeclaredRulesProblems> {
  const walk = new Walk(options);
  yield* walk.visit(schema, RuleScope.root(schema), path, undefined);
  return { rules: walk.errors, costs: walk.costs.problems(path) };
}

/** Work of one step, in schemas. Compiling a rule takes as long as visiting 50 schemas. */
const WORK_A_STEP = 5000;
const WORK_OF_A_RULE = 50;

class Walk {
  readonly errors: FieldError[] = [];
  readonly costs = new RuleCosts();
  readonly #anyCost: boolean;
  readonly #broken: BrokenPlaces;
  /** Work that is left in this step. */
  #left = WORK_A_STEP;

  constructor({ anyCost, brokenAt }: DeclaredRulesOptions) {
    this.#anyCost = anyCost;
    this.#broken = new BrokenPlaces(brokenAt);
  }

  /**
   * Visits a schema. `uncorrelated`: path of the outermost enclosing schema whose values have no old values;
   * undefined if there is none.
   */
  *visit(schema: JsonSchema, scope: RuleScope, path: string, uncorrelated: string | undefined): Steps<void> {
    const { additionalProperties, properties, items } = schema;
    if (this.#isTimeToLeave(1)) yield;
    if (additionalProperties?.schema !== undefined) {
      const values = additionalProperties.schema;
      yield* this.visit(values, scope.element(values), `${path}.additionalProperties`, uncorrelated);
    }
    const inObject = uncorrelated ?? (isCorrelated(schema.mapType) ? undefined : path);
    for (const [name, child] of properties ?? [])
      yield* this.visit(child, scope.property(name, child), `${path}.properties[${name}]`, inObject);
    const inList = uncorrelated ?? (schema.listType === "map" ? undefined : path);
    if (items?.schema !== undefined)
      yield* this.visit(items.schema, scope.element(items.schema), `${path}.items`, inList);
    if ((schema.validations?.length ?? 0) > 0 && !this.#broken.have(path))
      yield* this.#checkRules(schema, scope, `${path}.x-kubernetes-validations`, uncorrelated);
  }

  #isTimeToLeave(work: number): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#left = WORK_A_STEP;
    return true;
  }

  *#checkRules(
    schema: JsonSchema,
    scope: RuleScope,
    path: string,
    uncorrelated: string | undefined,
  ): Steps<void> {
    const { typeInfo } = scope;
    if ("problem" in typeInfo) {
      const text = `internal error: failed to construct type information for x-kubernetes-validations rules: ${typeInfo.problem}`;
      this.errors.push(internalFieldError(path, text));
      return;
    }
    const { declared } = typeInfo;
    let i = 0;
    for (const rule of compiledRules(schema, declared)) {
      this.#checkRule(rule, `${path}[${i++}]`, timesRun(scope, declared), uncorrelated);
      if (this.#isTimeToLeave(WORK_OF_A_RULE)) yield;
    }
  }

  #checkRule(compiled: CompiledRule, path: string, times: number, uncorrelated: string | undefined): void {
    const { rule, expression, message, usesOldSelf } = compiled;
    this.#checkExpression(expression, rule, `${path}.rule`, "estimated rule cost", times);
    this.#checkExpression(message, rule, `${path}.messageExpression`, "estimated messageExpression cost", 1);
    if (usesOldSelf && uncorrelated !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
      this.errors.push(invalid(`${path}.rule`, rule.rule, detail));
    } else if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
      const detail = "may not be set if oldSelf is not used in rule";
      this.errors.push(invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail));
    }
  }

  #checkExpression(
    expression: CompiledExpression | undefined,
    rule: ValidationRule,
    path: string,
    name: string,
    times: number,
  ): void {
    if (expression === undefined) return;
    if (expression.kind === "problem") {
      this.errors.push(invalid(path, ruleForm(rule), expression.text));
      return;
    }
    const cost = expression.maxCost * times;
    if (!this.#anyCost) this.errors.push(...costProblems(path, name, cost));
    this.costs.add(path, cost);
  }
}

/** Sorted paths with errors, for a binary search. */
class BrokenPlaces {
  readonly #sorted: readonly string[];

  constructor(places: readonly string[]) {
    this.#sorted = [...places].sort();
  }

  /** True if there is an error at the path or below it. */
  have(path: string): boolean {
    const [at, member, item] = [path, `${path}.`, `${path}[`].map((text) => this.#from(text));
    return at === path || member?.startsWith(`${path}.`) === true || item?.startsWith(`${path}[`) === true;
  }

  /** Returns the first path that is not before the text. */
  #from(text: string): string | undefined {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as string) < text) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low];
  }
}

const isCorrelated = (mapType: string | undefined): boolean =>
  mapType === undefined || mapType === "granular" || mapType === "atomic";

const timesRun = ({ cardinality }: RuleScope, declared: DeclaredType): number =>
  cardinality ?? maxCardinality(declared);
