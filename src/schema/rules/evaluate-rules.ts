import { type FieldError, invalid } from "../../api/validation/field-error.ts";
import { entryBelow, FieldPath, fieldBelow } from "../../api/validation/field-path.ts";
import { atOnce, type Steps } from "../../async/steps.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { CelError, CelOptional, NO_OPTIONAL } from "../../cel/values/values.ts";
import { numberOr, withFloats } from "../../cel/values/with-floats.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Structure } from "../structure.ts";
import { oldField } from "../validate/old-value.ts";
import type { CompiledRule } from "./compile-rules.ts";
import {
  type Correlation,
  correlate,
  correlateField,
  correlateItem,
  isRatcheted,
  NO_CORRELATION,
  oldElement,
} from "./correlation.ts";
import { evaluateMessage } from "./evaluate-message.ts";
import { defaultMessage, ruleFailure, ruleName } from "./rule-failure.ts";
import { compileRuleTree, type RuleTree } from "./rule-tree.ts";

/** Limit for the total cost of all rules of one object. */
export const RULES_BUDGET = 10_000_000;

/**
 * Evaluates the rules of an object's schema. `old`: the object that it replaces; undefined on create.
 * Failures of rules for values that have not changed are only passed to `warn`. There is at most one error
 * per rule. Once the budget is spent, no further rules are run. Runs in steps, because a rule may apply to
 * each of very many items.
 */
export type EvaluateRules = (
  object: JsonObject,
  old: JsonObject | undefined,
  warn: (text: string) => void,
) => Steps<FieldError[]>;

/** Compiles all rules of the schema of a resource; undefined if there are none. */
export function rulesOf(structure: Structure): EvaluateRules | undefined {
  const tree = compileRuleTree(structure, true);
  if (tree === undefined) return undefined;
  return function* (object, old, warn) {
    const value = withFloats(object);
    const run = new Run(warn, { careful: value !== object });
    const correlation = old === undefined ? NO_CORRELATION : correlate(object, old, structure);
    yield* run.visit(tree, { path: undefined, value, old, correlation });
    return run.errors;
  };
}

/** Errors of the rules for a default, and the rest of the budget. */
export interface DefaultVerdict {
  readonly errors: readonly FieldError[];
  /** Rest of the budget. */
  readonly left: number;
}

/**
 * Checks a default twice: first as an unchanged value, then as a new value (defaulting/validation.go,
 * validate).
 */
export function evaluateDefault(
  structure: Structure,
  isResource: boolean,
  value: Json,
  path: FieldPath,
  budget: number,
): DefaultVerdict {
  const tree = compileRuleTree(structure, isResource);
  if (tree === undefined) return { errors: [], left: budget };
  const check = (old: Json | undefined): DefaultVerdict => {
    const run = new Run(() => {}, { budget, careful: true });
    atOnce(run.visit(tree, { path, value, old, correlation: NO_CORRELATION }));
    return { errors: run.errors, left: run.left };
  };
  const unchanged = check(value);
  if (unchanged.errors.length > 0) return unchanged;
  const added = check(undefined);
  return { errors: added.errors, left: Math.min(unchanged.left, added.left) };
}

interface Place {
  readonly path: FieldPath | undefined;
  readonly value: Json;
  readonly old: Json | undefined;
  readonly correlation: Correlation;
}

const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";
const UNTYPED = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
const LIMIT_REACHED = "operation cancelled: actual cost limit exceeded";

/** Number of values in one step: evaluating a rule takes some microseconds for each value. */
const VALUES_A_STEP = 1000;

interface RunOptions {
  readonly budget?: number;
  /** Values may have other types than the schema specifies. */
  readonly careful: boolean;
}

class Run {
  readonly errors: FieldError[] = [];
  readonly #warn: (text: string) => void;
  readonly #careful: boolean;
  #budget: number;
  #stopped = false;
  /** Number of values that this step can still visit. */
  #left = VALUES_A_STEP;

  constructor(warn: (text: string) => void, { budget = RULES_BUDGET, careful }: RunOptions) {
    this.#warn = warn;
    this.#careful = careful;
    this.#budget = budget;
  }

  get left(): number {
    return this.#stopped ? 0 : this.#budget;
  }

  /** Evaluates the rules of the value itself, then those of its parts. */
  *visit(tree: RuleTree, place: Place): Steps<void> {
    const { value } = place;
    if (this.#stopped || value === null) return;
    if (--this.#left === 0) {
      this.#left = VALUES_A_STEP;
      yield;
    }
    if (tree.untyped) this.errors.push(invalid(textOf(place), tree.structure.type, UNTYPED));
    if (tree.rules.length > 0) this.#evaluate(tree, place);
    if (Array.isArray(value)) yield* this.#visitItems(tree, place, value);
    else if (isJsonObject(value)) yield* this.#visitFields(tree, place, value);
  }

  *#visitItems(
    { items, structure }: RuleTree,
    { path, old, correlation }: Place,
    list: readonly Json[],
  ): Steps<void> {
    if (items === undefined) return;
    for (const [i, value] of list.entries()) {
      yield* this.visit(items, {
        path: path === undefined ? new FieldPath(i) : path.index(i),
        value,
        old: oldElement(old, value, structure),
        correlation: correlateItem(correlation, i),
      });
    }
  }

  *#visitFields({ additional, properties }: RuleTree, place: Place, object: JsonObject): Steps<void> {
    const { path, old, correlation } = place;
    for (const key of Object.keys(object)) {
      const property = properties.get(key);
      const tree = property ?? additional;
      const value = object[key];
      if (tree === undefined || value === undefined) continue;
      yield* this.visit(tree, {
        path: property === undefined ? entryBelow(path, key) : fieldBelow(path, key),
        value,
        old: oldField(old, key) ?? undefined,
        correlation: correlateField(correlation, key),
      });
    }
  }

  #evaluate(tree: RuleTree, place: Place): void {
    const { rules, structure, usesOldSelf } = tree;
    const toValue = this.#careful ? tree.carefulToValue : tree.toValue;
    const at = textOf(place);
    const old = place.old ?? undefined;
    if (this.#budget <= 0) {
      this.#stop(invalid(at, structure.type, OUT_OF_BUDGET));
      return;
    }
    const self = toValue === undefined ? place.value : toValue(place.value);
    const activation: Record<string, Activation[string]> = { self };
    let optional: Activation = activation;
    if (usesOldSelf) {
      const oldSelf = old === undefined || toValue === undefined ? old : toValue(old);
      if (oldSelf !== undefined) activation.oldSelf = oldSelf;
      optional = { self, oldSelf: oldSelf === undefined ? NO_OPTIONAL : new CelOptional(oldSelf) };
    }
    const scene: Scene = { at, type: structure.type, activation, optional, ...place };
    for (const compiled of rules) {
      if (this.#stopped) return;
      const isOptional = compiled.rule.optionalOldSelf === true;
      if (compiled.usesOldSelf && old === undefined && !isOptional) continue;
      this.#apply(compiled, scene);
    }
  }

  #apply(compiled: CompiledRule, scene: Scene): void {
    const { rule, expression } = compiled;
    const { at, type } = scene;
    if (expression === undefined) return;
    if (expression.kind === "problem") {
      this.errors.push(invalid(at, type, `rule compile error: ${expression.text}`));
      return;
    }
    const { value, cost } = expression.program.run(
      rule.optionalOldSelf === true ? scene.optional : scene.activation,
    );
    if (cost > this.#budget) {
      this.#stop(invalid(at, type, OUT_OF_BUDGET));
      return;
    }
    this.#budget -= cost;
    if (value === true) return;
    if (value instanceof CelError) this.#failed(compiled, value.message, scene);
    else this.#refuse(compiled, scene);
  }

  #stop(error: FieldError): void {
    this.errors.push(error);
    this.#stopped = true;
  }

  /** Reports a rule that could not be evaluated. */
  #failed({ rule }: CompiledRule, message: string, { at, type }: Scene): void {
    const name = ruleName(rule);
    if (message.startsWith("no such overload")) {
      const text = `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
      this.errors.push(invalid(at, type, text));
    } else if (message.startsWith(LIMIT_REACHED)) {
      const text = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
      this.#stop(invalid(at, type, text));
    } else this.errors.push(invalid(at, type, `${message} evaluating rule: ${name}`));
  }

  /** Reports a rule that does not hold. */
  #refuse(compiled: CompiledRule, scene: Scene): void {
    const { path, type, value } = scene;
    const at = compiled.fieldPath === "" ? scene.at : String(fieldBelow(path, compiled.fieldPath));
    const message = evaluateMessage(compiled, scene.activation, this.#budget);
    if (message.kind === "stop") {
      this.#report(compiled, scene, invalid(at, type, message.text));
      this.#stopped = true;
      return;
    }
    this.#budget -= message.cost;
    const printed = type === "object" || type === "array" ? undefined : numberOr(value);
    const detail = message.text ?? defaultMessage(compiled.rule);
    this.#report(compiled, scene, ruleFailure(compiled.rule, at, printed, detail));
  }

  #report({ usesOldSelf }: CompiledRule, { correlation }: Scene, error: FieldError): void {
    if (!usesOldSelf && isRatcheted(correlation)) this.#warn(`${error.field}: ${error.message}`);
    else this.errors.push(error);
  }
}

interface Scene extends Place {
  readonly at: string;
  readonly type: string;
  readonly activation: Activation;
  readonly optional: Activation;
}

const textOf = ({ path }: Place): string => path?.toString() ?? "<nil>";
