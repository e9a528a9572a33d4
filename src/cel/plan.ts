import {
  addEntry,
  append,
  created,
  freshList,
  freshMap,
  LIST_COST,
  MAP_COST,
  notOptional,
  STRUCT_COST,
} from "./aggregates.ts";
import type { Call, Comprehension, Expr, Ident, ListExpr, MapExpr, Select, Struct } from "./ast.ts";
import type { Checked } from "./check.ts";
import { type Environment, findType } from "./environment.ts";
import { type Fold, goTypeOf, runFold } from "./fold.ts";
import { charge, type Frame, type Step } from "./frame.ts";
import { compileCall } from "./invoke.ts";
import { ACCUMULATOR } from "./macros.ts";
import { optionalSelection, or, orValue } from "./optional-steps.ts";
import type { Planned } from "./planned.ts";
import { fieldSelector, fieldTester, isKey, selectIndex, selectOptional } from "./qualify.ts";
import { CelStruct } from "./struct.ts";
import { typeName } from "./types.ts";
import {
  CelError,
  CelMap,
  CelOptional,
  CelTypeValue,
  isList,
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
  /** Slots of the lists that `filter`, `map` and their like collect in: nobody else can see them while they grow. */
  readonly #growing = new Set<number>();

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
    const appended = this.#appended(call);
    if (appended !== undefined) return appended;
    const resolved = this.checked.calls.get(call.id);
    const target = call.target === undefined || resolved?.global ? [] : [this.plan(call.target)];
    const args = [...target, ...this.#args(call)];
    const name = resolved?.name ?? call.name;
    const made = compileCall(name, resolved?.overloads ?? [], args, this.environment, target.length > 0);
    if (made instanceof CelError) throw new PlanError(made.message);
    return "constant" in made ? constant(made.constant) : step(made.run);
  }

  /** `@result + [item]` of a macro. */
  #appended({ name, args: [target, added] }: Call): Planned | undefined {
    if (name !== "_+_" || target?.kind !== "ident" || added?.kind !== "list") return undefined;
    const slot = this.#scope.get(target.name);
    const [item, ...more] = added.items;
    if (slot === undefined || !this.#growing.has(slot) || item === undefined) return undefined;
    if (item.optional || more.length > 0) return undefined;
    return step(append(this.plan(target).run, this.plan(item.value).run));
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
    const range = this.plan(fold.range);
    const init = freshList(fold.init) ?? freshMap(fold.init) ?? this.plan(fold.init).run;
    const outer = this.#scope;
    const accumulator = this.slots++;
    if (fold.accumulator === ACCUMULATOR && freshList(fold.init)) this.#growing.add(accumulator);
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
}

const isTrue = (expr: Expr): boolean => expr.kind === "literal" && expr.value === true;

/** A variable; `variables` is the policy's own unless the activation has one. */
function variable(name: string): Step {
  const missing = new CelError(`no such attribute(s): ${name}`);
  if (name === "variables") return ({ variables, composed }) => variables[name] ?? composed ?? missing;
  return ({ variables }) => {
    const value = variables[name];
    return value === undefined ? missing : value;
  };
}

/** `has(operand.field)`: nothing is in an optional that is empty. */
function present(bare: Step, field: string): Step {
  const has = fieldTester(field);
  return (frame) => {
    const value = bare(frame);
    if (value instanceof CelError) return value;
    if (value === NO_OPTIONAL) return false;
    const found = has(value);
    if (!(found instanceof CelError && value instanceof CelOptional)) charge(frame, 1);
    return found;
  };
}

/** A part of a value by a key that is known beforehand. */
function selector(key: Value): (value: Value) => Value {
  if (typeof key !== "string") return (value) => selectIndex(value, key);
  const select = fieldSelector(key);
  return (value) => (isList(value) ? selectIndex(value, key) : select(value));
}

function qualified(bare: Step, select: (value: Value) => Value): Step {
  return (frame) => {
    const value = bare(frame);
    if (value instanceof CelError || value === NO_OPTIONAL) return value;
    const found = select(value);
    if (found !== NO_OPTIONAL && !(found instanceof CelError && value instanceof CelOptional))
      charge(frame, 1);
    return found;
  };
}

/** Errors are absorbed by a term that decides; the first of them is the result when none does. */
function logical(terms: readonly Planned[], decisive: boolean): Step {
  const [{ run: left }, { run: right }] = terms as [Planned, Planned];
  return (frame: Frame) => {
    const first = left(frame);
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    if (typeof first !== "boolean") return first instanceof CelError ? first : NO_OVERLOAD;
    if (typeof second !== "boolean") return second instanceof CelError ? second : NO_OVERLOAD;
    return !decisive;
  };
}
