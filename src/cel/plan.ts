import { addEntry, created, freshMap, LIST_COST, MAP_COST, notOptional, STRUCT_COST } from "./aggregates.ts";
import type { Call, Comprehension, Expr, Ident, ListExpr, MapExpr, Select, Struct } from "./ast.ts";
import type { Checked } from "./check.ts";
import { type Environment, findType } from "./environment.ts";
import { type Fold, goTypeOf, runFold } from "./fold.ts";
import { charge, type Step } from "./frame.ts";
import { compileCall } from "./invoke.ts";
import { collect, type MacroLoop, type MacroParts, macroParts, search } from "./macro-folds.ts";
import { optionalSelection, or, orValue } from "./optional-steps.ts";
import type { Planned } from "./planned.ts";
import { fieldSelector, isKey, selectIndex, selectOptional } from "./qualify.ts";
import { logical, present, qualified, selector, variable } from "./steps.ts";
import { CelStruct } from "./struct.ts";
import { typeName } from "./types.ts";
import {
  CelError,
  CelMap,
  CelOptional,
  CelTypeValue,
  type MapKey,
  NO_OPTIONAL,
  NO_OVERLOAD,
  type Value,
} from "./values.ts";
import { WELL_KNOWN } from "./well-known.ts";

export interface Plan {
  readonly run: Step;
  /** How many slots a frame needs. */
  readonly slots: number;
}

/** Literals that cannot be converted: the program cannot be made. */
export class PlanError extends Error {}

/** Turns a checked expression into closures. Throws PlanError when a constant part of it fails. */
export function plan(checked: Checked, environment: Environment): Plan {
  const planner = new Planner(checked, environment);
  const { run } = planner.plan(checked.expr);
  return { run, slots: planner.slots };
}

const isTrue = (expr: Expr): boolean => expr.kind === "literal" && expr.value === true;
const step = (run: Step): Planned => ({ run, bare: run });
const constant = (value: Value): Planned => ({ run: () => value, bare: () => value, constant: value });

/** Something that is read: costs one more when it stands for itself. */
const attribute = (bare: Step): Planned => ({
  bare,
  run: (frame) => {
    const value = bare(frame);
    charge(frame, 1);
    return value;
  },
});

export class Planner {
  slots = 0;
  readonly checked: Checked;
  readonly environment: Environment;
  #scope: ReadonlyMap<string, number> = new Map();

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
    const slot = this.#scope.get(text);
    if (slot !== undefined) return attribute(({ slots }) => slots[slot] as Value);
    const name = this.checked.names.get(expr.id) ?? text;
    const type = this.environment.variables.has(name) ? undefined : findType(this.environment, name);
    if (type !== undefined) return constant(new CelTypeValue(typeName(type).replace(/\(.*/, "")));
    return attribute(variable(name));
  }

  #select(expr: Select): Planned {
    const name = this.checked.names.get(expr.id);
    if (name !== undefined) return this.#named(expr, name);
    const { bare, choice } = this.plan(expr.operand);
    const { field } = expr;
    if (expr.test) return step(present(bare, field));
    const select = qualified(bare, fieldSelector(field));
    return choice ? { ...step(select), choice } : attribute(select);
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
    const [{ run }, truthy, falsy] = this.#args(call) as [Planned, Planned, Planned];
    const choose: Step = (frame) => {
      const value = run(frame);
      if (value === true) return truthy.bare(frame);
      if (value === false) return falsy.bare(frame);
      return value instanceof CelError ? value : NO_OVERLOAD;
    };
    return { ...step(choose), choice: true };
  }

  #index(call: Call, select: (value: Value, key: Value) => Value): Planned {
    const [operand, index] = this.#args(call) as [Planned, Planned];
    const known = index.constant;
    if (known !== undefined && !(known instanceof CelError) && !isKey(known))
      throw new PlanError(`invalid qualifier type: ${goTypeOf(known)}`);
    const isOptional = select === selectOptional;
    if (known !== undefined && !(known instanceof CelError)) {
      if (isOptional) return optionalSelection(operand, known);
      const run = qualified(operand.bare, selector(known));
      return operand.choice ? { ...step(run), choice: true } : attribute(run);
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

  /** `optional.or(other)`, `optional.orValue(other)`: the other is looked at only when it is needed. */
  #fallback(call: Call): Planned {
    if (call.target === undefined || this.checked.calls.get(call.id) === undefined)
      return this.#function(call);
    const target = this.plan(call.target);
    const [other] = this.#args(call) as [Planned];
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

  #list(list: ListExpr): Planned {
    const items = list.items.map(({ value, optional }) => ({ ...this.plan(value), optional }));
    if (items.every((item) => item.constant !== undefined && !item.optional))
      return constant(Object.freeze(items.map((item) => item.constant as Value)));
    return step(
      created(LIST_COST, (frame) => {
        const values: Value[] = [];
        for (const { run, optional } of items) {
          const value = run(frame);
          if (value instanceof CelError) return value;
          if (!optional) values.push(value);
          else if (!(value instanceof CelOptional)) return notOptional(value, values.length);
          else if (value.value !== undefined) values.push(value.value);
        }
        return values;
      }),
    );
  }

  #map(map: MapExpr): Planned {
    const entries = map.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }));
    const run: Step = (frame) => {
      const made = new Map<MapKey, { key: Value; value: Value }>();
      for (const entry of entries) {
        const key = entry.key.run(frame);
        if (key instanceof CelError) return key;
        const problem = addEntry(made, key, entry.value.run(frame), entry.optional);
        if (problem !== undefined) return problem;
      }
      return new CelMap(made);
    };
    const known = entries.every(
      ({ key, value, optional }) => [key, value].every((part) => part.constant !== undefined) && !optional,
    );
    return known
      ? constant(run({ variables: {}, composed: undefined, slots: [], cost: 0, limit: Infinity }))
      : step(created(MAP_COST, run));
  }

  #struct(struct: Struct): Planned {
    const name = struct.name.replace(/^\./, "");
    const make = this.#maker(name);
    const fields = struct.fields.map(({ field, value, optional }) => ({
      field,
      optional,
      ...this.plan(value),
    }));
    return step(
      created(STRUCT_COST, (frame) => {
        const made: Record<string, Value> = {};
        for (const { field, run, optional } of fields) {
          let value = run(frame);
          if (value instanceof CelError) return value;
          if (optional) {
            if (!(value instanceof CelOptional)) return notOptional(value, field);
            if (value.value === undefined) continue;
            value = value.value;
          }
          Object.defineProperty(made, field, { value, enumerable: true, configurable: true, writable: true });
        }
        return make(made);
      }),
    );
  }

  #maker(name: string): (fields: Record<string, Value>) => Value {
    if (this.environment.family?.(name) !== undefined) return (fields) => new CelStruct(name, fields);
    const wellKnown = WELL_KNOWN.get(name);
    if (wellKnown !== undefined) return wellKnown.make;
    if (this.environment.objects.has(name)) return (fields) => fields;
    throw new PlanError(`unknown type: ${name}`);
  }

  #comprehension(fold: Comprehension): Planned {
    const parts = macroParts(fold);
    if (parts !== undefined) return step(this.#macro(fold, parts));
    const range = this.plan(fold.range);
    const init = freshMap(fold.init) ?? this.plan(fold.init).run;
    const outer = this.#scope;
    const accumulator = this.slots++;
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
    const predicate = parts.predicate && this.plan(parts.predicate).run;
    const made =
      parts.kind === "collect"
        ? collect(loop, predicate, this.plan(parts.item).run)
        : search(loop, parts.decisive, predicate as Step);
    this.#scope = outer;
    return made;
  }
}
