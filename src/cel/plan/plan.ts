import type { Checked } from "../check/checked.ts";
import type { Call, Comprehension, Expr, Ident, ListExpr, MapExpr, Select, Struct } from "../parse/ast.ts";
import { itemAt } from "../parse/item-at.ts";
import { type Environment, findType, isOnlyDeclared } from "../types/environment.ts";
import { typeName } from "../types/types.ts";
import { WELL_KNOWN } from "../types/well-known.ts";
import { goTypeOf } from "../values/go-type.ts";
import { CelStruct } from "../values/struct.ts";
import { CelError, CelTypeValue, NO_OPTIONAL, NO_OVERLOAD, NOTHING, type Value } from "../values/values.ts";
import { freshMap, plannedList, plannedMap, plannedStruct } from "./aggregates.ts";
import { type Fold, runFold } from "./fold.ts";
import { charge, type Step } from "./frame.ts";
import { compileCall } from "./invoke.ts";
import { collect, type MacroLoop, type MacroParts, macroParts, search } from "./macro-folds.ts";
import { optionalSelection, or, orValue } from "./optional-steps.ts";
import { part, presentPart } from "./parts.ts";
import { attribute, constant, type Planned, root, step } from "./planned.ts";
import { fieldSelector, isKey, selectIndex, selectOptional } from "./qualify.ts";
import { logical, qualified, selector, variable } from "./steps.ts";

/** A planned expression. */
export interface Plan {
  readonly run: Step;
  /** Number of slots that a frame needs. */
  readonly slots: number;
}

/** Thrown for literals that cannot be converted: there is no program. */
export class PlanError extends Error {}

const undefinedType = (name: string): PlanError => new PlanError(`reference to undefined type: ${name}`);

/** Plans a checked expression as closures. Throws PlanError if a constant part of it fails. */
export function plan(checked: Checked, environment: Environment): Plan {
  const planner = new Planner(checked, environment);
  const { run } = planner.plan(checked.expr);
  return { run, slots: planner.slots };
}

const isFalse = (expr: Expr): boolean => expr.kind === "literal" && expr.value === false;
const isTrue = (expr: Expr): boolean => expr.kind === "literal" && expr.value === true;

const boundValue =
  (slot: number, init: Step): Step =>
  (frame) => {
    const { slots } = frame;
    if (slots[slot] === NOTHING) slots[slot] = init(frame);
    return slots[slot] ?? null;
  };

class Planner {
  slots = 0;
  readonly checked: Checked;
  readonly environment: Environment;
  #scope: ReadonlyMap<string, number> = new Map();
  /** Steps that compute the values of slots at their first use. */
  readonly #bound = new Map<number, Step>();

  constructor(checked: Checked, environment: Environment) {
    this.checked = checked;
    this.environment = environment;
  }

  plan(expr: Expr): Planned {
    switch (expr.kind) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#named(expr, expr.name);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "comprehension":
        return this.#comprehension(expr);
    }
  }

  #named(expr: Ident | Select, text: string): Planned {
    const resolved = this.checked.names.get(expr.id) ?? text;
    const slot = this.#scope.get(resolved);
    if (slot !== undefined) {
      // A variable with the type `type` is treated as the name of a type (planCheckedIdent in cel-go).
      if (this.checked.types.get(expr.id)?.kind === "type") throw undefinedType(text);
      const bound = this.#bound.get(slot);
      return root(bound === undefined ? ({ slots }) => slots[slot] ?? null : boundValue(slot, bound));
    }
    const name = resolved.replace(/^\./, "");
    const type = this.environment.variables.has(name) ? undefined : findType(this.environment, name);
    if (type !== undefined && isOnlyDeclared(this.environment, name)) throw undefinedType(name);
    if (type !== undefined) return constant(new CelTypeValue(typeName(type).replace(/\(.*/, "")));
    // The variables of a policy are not an object of JSON.
    return name === "variables" ? attribute(variable(name)) : root(variable(name));
  }

  #select(expr: Select): Planned {
    const name = this.checked.names.get(expr.id);
    if (name !== undefined) return this.#named(expr, name);
    const operand = this.plan(expr.operand);
    const { field } = expr;
    if (expr.test) return step(presentPart(operand, field));
    const select = qualified(operand.bare, fieldSelector(field));
    return operand.choice ? { ...step(select), choice: true } : part(operand, field, select);
  }

  #call(call: Call): Planned {
    switch (call.name) {
      case "_?_:_":
        return this.#conditional(call);
      case "_&&_":
        return step(logical(this.#args(call), false));
      case "_||_":
        return step(logical(this.#args(call), true));
      case "_[_]":
        return this.#index(call, selectIndex);
      case "_?._":
      case "_[?_]":
        return this.#index(call, selectOptional);
      case "or":
      case "orValue":
        return this.#fallback(call);
      default:
        return this.#function(call);
    }
  }

  #args(call: Call): readonly Planned[] {
    return call.args.map((arg) => this.plan(arg));
  }

  #conditional(call: Call): Planned {
    const args = this.#args(call);
    const { run } = itemAt(args, 0);
    const [truthy, falsy] = [itemAt(args, 1), itemAt(args, 2)];
    const choose: Step = (frame) => {
      const value = run(frame);
      if (value === true) return truthy.bare(frame);
      if (value === false) return falsy.bare(frame);
      return value instanceof CelError ? value : NO_OVERLOAD;
    };
    return { ...step(choose), choice: true };
  }

  #index(call: Call, select: (value: Value, key: Value) => Value): Planned {
    const args = this.#args(call);
    const [operand, index] = [itemAt(args, 0), itemAt(args, 1)];
    const known = index.constant;
    if (known !== undefined && !(known instanceof CelError) && !isKey(known))
      throw new PlanError(`invalid qualifier type: ${goTypeOf(known)}`);
    const isOptional = select === selectOptional;
    if (known !== undefined && !(known instanceof CelError)) {
      if (isOptional) return optionalSelection(operand, known);
      const run = qualified(operand.bare, selector(known));
      if (operand.choice) return { ...step(run), choice: true };
      return typeof known === "string" ? part(operand, known, run) : attribute(run);
    }
    return attribute((frame) => {
      const value = operand.bare(frame);
      if (value instanceof CelError || value === NO_OPTIONAL) return value;
      const key = index.bare(frame);
      const found = key instanceof CelError ? key : select(value, key);
      if (!isOptional || (found !== NO_OPTIONAL && found !== key)) charge(frame, 1);
      return found;
    });
  }

  /** Plans `optional.or(other)` and `optional.orValue(other)`: the other is evaluated only if needed. */
  #fallback(call: Call): Planned {
    if (call.target === undefined || this.checked.calls.get(call.id) === undefined)
      return this.#function(call);
    const target = this.plan(call.target);
    const other = itemAt(this.#args(call), 0);
    return call.name === "orValue" ? step(orValue(target, other.run)) : or(target, other);
  }

  #function(call: Call): Planned {
    const resolved = this.checked.calls.get(call.id);
    const target = call.target === undefined || resolved?.global ? [] : [this.plan(call.target)];
    const args = [...target, ...this.#args(call)];
    const name = resolved?.name ?? call.name;
    const made = compileCall(name, resolved?.overloads ?? [], args, this.environment, target.length > 0);
    if (made instanceof CelError) throw new PlanError(made.message);
    return "constant" in made ? constant(made.constant) : step(made.run);
  }

  #list({ items }: ListExpr): Planned {
    return plannedList(items.map(({ value, optional }) => ({ value: this.plan(value), optional })));
  }

  #map({ entries }: MapExpr): Planned {
    return plannedMap(
      entries.map(({ key, value, optional }) => ({ key: this.plan(key), value: this.plan(value), optional })),
    );
  }

  #struct(struct: Struct): Planned {
    const make = this.#maker(struct.name.replace(/^\./, ""));
    const fields = struct.fields.map(({ field, value, optional }) => ({
      field,
      optional,
      ...this.plan(value),
    }));
    return plannedStruct(fields, make);
  }

  #maker(name: string): (fields: Record<string, Value>) => Value {
    if (this.environment.family?.(name) !== undefined) return (fields) => new CelStruct(name, fields);
    const wellKnown = WELL_KNOWN.get(name);
    if (wellKnown !== undefined) return wellKnown.make;
    if (this.environment.objects.has(name)) return (fields) => fields;
    if (isOnlyDeclared(this.environment, name) || name === "null_type")
      return () => new CelError(`unknown type '${name}'`);
    throw new PlanError(`unknown type: ${name}`);
  }

  #comprehension(fold: Comprehension): Planned {
    const parts = macroParts(fold);
    if (parts !== undefined) return step(this.#macro(fold, parts));
    const range = this.plan(fold.range);
    const init = freshMap(fold.init) ?? this.plan(fold.init).run;
    const outer = this.#scope;
    const accumulator = this.slots++;
    if (isFalse(fold.condition)) return this.#bind(fold, accumulator, init);
    const variable = this.slots++;
    const variable2 = fold.variable2 === undefined ? undefined : this.slots++;
    this.#scope = new Map([...outer, [fold.accumulator, accumulator]]);
    const result = this.plan(fold.result);
    this.#scope = new Map([...this.#scope, [fold.variable, variable]]);
    if (fold.variable2 !== undefined && variable2 !== undefined)
      this.#scope = new Map([...this.#scope, [fold.variable2, variable2]]);
    const planned: Fold = {
      range: range.run,
      init,
      condition: isTrue(fold.condition) ? undefined : this.plan(fold.condition).run,
      step: this.plan(fold.step).run,
      result: result.run,
      accumulator,
      variable,
      variable2,
    };
    this.#scope = outer;
    return step((frame) => runFold(planned, frame));
  }

  /** Plans a value with a name, as in `optMap`: the value is computed, and costs something, only if it is used. */
  #bind({ accumulator, result }: Comprehension, slot: number, init: Step): Planned {
    const outer = this.#scope;
    this.#bound.set(slot, init);
    this.#scope = new Map([...outer, [accumulator, slot]]);
    const { run } = this.plan(result);
    this.#scope = outer;
    return step((frame) => {
      frame.slots[slot] = NOTHING;
      return run(frame);
    });
  }

  #macro({ range, variable, variable2 }: Comprehension, parts: MacroParts): Step {
    const loop: MacroLoop = {
      range: this.plan(range).run,
      variable: this.slots++,
      variable2: variable2 === undefined ? undefined : this.slots++,
    };
    const outer = this.#scope;
    this.#scope = new Map([...outer, [variable, loop.variable]]);
    if (variable2 !== undefined && loop.variable2 !== undefined)
      this.#scope = new Map([...this.#scope, [variable2, loop.variable2]]);
    const made =
      parts.kind === "collect"
        ? collect(loop, parts.predicate && this.plan(parts.predicate).run, this.plan(parts.item).run)
        : search(loop, parts.decisive, this.plan(parts.predicate).run);
    this.#scope = outer;
    return made;
  }
}
