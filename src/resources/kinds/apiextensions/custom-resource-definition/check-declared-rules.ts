import { type FieldError, internalFieldError, invalid } from "../../../../api/field-error.ts";
import type { JsonSchema, ValidationRule } from "../../../../schema/json-schema.ts";
import {
  type CompiledExpression,
  type CompiledRule,
  compileRules,
  maxCardinality,
} from "../../../../schema/rules/compile-rules.ts";
import type { DeclaredType } from "../../../../schema/rules/declared-type.ts";
import { ruleForm } from "./go-form.ts";
import { costProblems, RuleCosts } from "./rule-costs.ts";
import { RuleScope } from "./rule-scope.ts";

export interface DeclaredRulesOptions {
  /** Where something is wrong with the schema itself: rules there and around it are not looked at. */
  readonly brokenAt: readonly string[];
  /** The estimate of a single rule is not held against it. */
  readonly anyCost: boolean;
}

export interface DeclaredRulesProblems {
  readonly rules: readonly FieldError[];
  readonly costs: readonly FieldError[];
}

/** Compiles the rules of a structural schema and everything inside it. `path`: where the schema lies. */
export function checkDeclaredRules(
  schema: JsonSchema,
  path: string,
  options: DeclaredRulesOptions,
): DeclaredRulesProblems {
  const walk = new Walk(options);
  walk.visit(schema, RuleScope.root(schema), path, undefined);
  return { rules: walk.errors, costs: walk.costs.problems(path) };
}

class Walk {
  readonly errors: FieldError[] = [];
  readonly costs = new RuleCosts();
  readonly #options: DeclaredRulesOptions;

  constructor(options: DeclaredRulesOptions) {
    this.#options = options;
  }

  /** `uncorrelated`: the first schema around it whose values have no old ones. */
  visit(schema: JsonSchema, scope: RuleScope, path: string, uncorrelated: string | undefined): void {
    const { additionalProperties, properties, items } = schema;
    if (additionalProperties?.schema !== undefined) {
      const values = additionalProperties.schema;
      this.visit(values, scope.element(values), `${path}.additionalProperties`, uncorrelated);
    }
    const inObject = uncorrelated ?? (isCorrelated(schema.mapType) ? undefined : path);
    for (const [name, child] of properties ?? [])
      this.visit(child, scope.property(name, child), `${path}.properties[${name}]`, inObject);
    const inList = uncorrelated ?? (schema.listType === "map" ? undefined : path);
    if (items?.schema !== undefined)
      this.visit(items.schema, scope.element(items.schema), `${path}.items`, inList);
    if ((schema.validations?.length ?? 0) > 0 && !this.#isBroken(path))
      this.#checkRules(schema, scope, `${path}.x-kubernetes-validations`, uncorrelated);
  }

  #isBroken(path: string): boolean {
    return this.#options.brokenAt.some(
      (at) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`),
    );
  }

  #checkRules(schema: JsonSchema, scope: RuleScope, path: string, uncorrelated: string | undefined): void {
    const { typeInfo } = scope;
    if ("problem" in typeInfo) {
      const text = `internal error: failed to construct type information for x-kubernetes-validations rules: ${typeInfo.problem}`;
      this.errors.push(internalFieldError(path, text));
      return;
    }
    const { declared } = typeInfo;
    for (const [i, rule] of compileRules(schema, declared).entries())
      this.#checkRule(rule, `${path}[${i}]`, timesRun(scope, declared), uncorrelated);
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
    if (!this.#options.anyCost) this.errors.push(...costProblems(path, name, cost));
    this.costs.add(path, cost);
  }
}

const isCorrelated = (mapType: string | undefined): boolean =>
  mapType === undefined || mapType === "granular" || mapType === "atomic";

const timesRun = ({ cardinality }: RuleScope, declared: DeclaredType): number =>
  cardinality ?? maxCardinality(declared);
