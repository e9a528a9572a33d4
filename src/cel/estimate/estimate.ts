import type { Checked, ResolvedCall } from "../check/checked.ts";
import type { Call, Comprehension, Expr, ListExpr, MapExpr, Select } from "../parse/ast.ts";
import { itemAt } from "../parse/item-at.ts";
import { extensionCall } from "./extension-calls.ts";
import { type Entries, KnownSizes } from "./known-sizes.ts";
import { kubernetesCall } from "./kubernetes-calls.ts";
import type { Argument, CallEstimate, SizeAt } from "./node.ts";
import { Path } from "./path.ts";
import { add, exactly, multiply, NOTHING, type Range, UNBOUNDED, UNKNOWN, union } from "./range.ts";
import { standardCall } from "./standard-calls.ts";

const ONE = exactly(1);
const LIST_COST = exactly(10);
const MAP_COST = exactly(30);
const STRUCT_COST = exactly(40);

/**
 * Returns the cost of an expression for any values (cel-go, checker/cost.go, with Kubernetes' functions).
 * Presence tests cost nothing. `sizeAt` returns the possible sizes of parts of variables.
 */
export const estimateCost = (checked: Checked, sizeAt: SizeAt): Range =>
  new Estimator(checked, sizeAt).cost(checked.expr);

const joined = (a: Entries | undefined, b: Entries | undefined): Entries | undefined =>
  a && b && { kind: a.kind, key: union(a.key, b.key), value: union(a.value, b.value) };

class Estimator {
  readonly #checked: Checked;
  readonly #sizeAt: SizeAt;
  readonly #known: KnownSizes;

  constructor(checked: Checked, sizeAt: SizeAt) {
    this.#checked = checked;
    this.#sizeAt = sizeAt;
    this.#known = new KnownSizes(checked.types, sizeAt);
  }

  cost(expr: Expr): Range {
    switch (expr.kind) {
      case "literal":
        return NOTHING;
      case "ident":
        return this.#variable(expr, expr.name);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return expr.fields.reduce((sum, { value }) => add(sum, this.cost(value)), STRUCT_COST);
      case "comprehension":
        return isBinding(expr) ? this.#binding(expr) : this.#loop(expr);
    }
  }

  #variable(expr: Expr, name: string): Range {
    this.#known.paths.set(expr.id, this.#known.local(name)?.path ?? Path.of(name));
    return ONE;
  }

  #select(expr: Select): Range {
    const name = this.#checked.names.get(expr.id);
    if (name !== undefined) return this.#variable(expr, name);
    const operand = this.cost(expr.operand);
    if (expr.test) return operand;
    const { kind } = this.#known.type(expr.operand);
    this.#known.paths.set(expr.id, this.#known.path(expr.operand).step(expr.field));
    return kind === "map" || kind === "object" || kind === "parameter" ? add(operand, ONE) : operand;
  }

  #list(list: ListExpr): Range {
    let cost = LIST_COST;
    let value: Range | undefined;
    for (const item of list.items) {
      cost = add(cost, this.cost(item.value));
      value = widened(value, this.#known.sizeOrUnknown(item.value));
    }
    this.#known.entries.set(list.id, { kind: "list", key: ONE, value: value ?? NOTHING });
    return cost;
  }

  #map(map: MapExpr): Range {
    let cost = MAP_COST;
    let key: Range | undefined;
    let value: Range | undefined;
    for (const entry of map.entries) {
      cost = add(add(cost, this.cost(entry.key)), this.cost(entry.value));
      key = widened(key, this.#known.sizeOrUnknown(entry.key));
      value = widened(value, this.#known.sizeOrUnknown(entry.value));
    }
    this.#known.entries.set(map.id, { kind: "map", key: key ?? NOTHING, value: value ?? NOTHING });
    return cost;
  }

  #call(call: Call): Range {
    if (call.name === "dyn") return this.#dyn(call);
    const args: Argument[] = [];
    const costs: Range[] = [];
    for (const arg of call.args) {
      costs.push(this.cost(arg));
      args.push(this.#known.argument(arg));
    }
    const { name, overloads, target: isMember } = this.#resolved(call);
    if (overloads.length === 0) return NOTHING;
    let total = NOTHING;
    let target: Argument | undefined;
    if (isMember && call.target !== undefined) {
      total = this.cost(call.target);
      target = this.#known.argument(call.target);
    }
    let own: Range = { min: UNBOUNDED, max: 0 };
    let size: Range | undefined;
    for (const overload of overloads) {
      const estimate = this.#overload(call, name, overload, target, args, costs);
      own = union(own, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      const part = overload === "index_list" ? "@items" : overload === "index_map" ? "@values" : undefined;
      const [container] = call.args;
      if (part !== undefined && container !== undefined) {
        size = this.#known.entriesOf(container)?.value;
        this.#known.paths.set(call.id, this.#known.path(container).step(part));
      }
      size ??= this.#known.size(call);
    }
    if (size !== undefined) this.#known.sizes.set(call.id, size);
    return add(total, own);
  }

  #dyn(call: Call): Range {
    const arg = itemAt(call.args, 0);
    const cost = add(ONE, this.cost(arg));
    this.#known.copySizes(call, arg);
    return cost;
  }

  #resolved(call: Call): { name: string; overloads: readonly string[]; target: boolean } {
    if (call.name === "_&&_") return { name: call.name, overloads: ["logical_and"], target: false };
    if (call.name === "_||_") return { name: call.name, overloads: ["logical_or"], target: false };
    if (call.name === "_?._") return { name: call.name, overloads: ["select_optional_field"], target: false };
    const found: ResolvedCall | undefined = this.#checked.calls.get(call.id);
    if (found === undefined) return { name: call.name, overloads: [], target: false };
    return { name: found.name, overloads: found.overloads.map(({ id }) => id), target: !found.global };
  }

  #overload(
    call: Call,
    name: string,
    overload: string,
    target: Argument | undefined,
    args: readonly Argument[],
    costs: readonly Range[],
  ): CallEstimate {
    const [first = NOTHING, second = NOTHING, third = NOTHING] = costs;
    if (overload === "logical_and" || overload === "logical_or")
      return { cost: { min: first.min, max: add(first, second).max } };
    if (overload === "conditional") return this.#conditional(call, args, add(first, union(second, third)));
    const sum = costs.reduce(add, NOTHING);
    const found =
      extensionCall(overload, target, args) ??
      kubernetesCall(name, { overload, target, args, sizeAt: this.#sizeAt }) ??
      standardCall(overload, target, args);
    if (overload.startsWith("add_")) this.#joinEntries(call);
    return { ...found, cost: add(found.cost, sum) };
  }

  #conditional(call: Call, args: readonly Argument[], cost: Range): CallEstimate {
    const [truthy, falsy] = [itemAt(args, 1), itemAt(args, 2)];
    const [a, b] = [itemAt(call.args, 1), itemAt(call.args, 2)];
    const entries = joined(this.#known.entriesOf(a), this.#known.entriesOf(b));
    if (entries !== undefined) this.#known.entries.set(call.id, entries);
    return { cost, size: union(truthy.size ?? UNKNOWN, falsy.size ?? UNKNOWN) };
  }

  #joinEntries(call: Call): void {
    const [a, b] = [itemAt(call.args, 0), itemAt(call.args, 1)];
    const entries = joined(this.#known.entriesOf(a), this.#known.entriesOf(b));
    if (entries !== undefined) this.#known.entries.set(call.id, entries);
  }

  #loop(fold: Comprehension): Range {
    let total = add(this.cost(fold.range), this.cost(fold.init));
    this.#known.bind(fold.accumulator, fold.init);
    this.#known.bindLoopVariables(fold);
    const condition = this.cost(fold.condition);
    const step = this.cost(fold.step);
    this.#known.pop(fold.variable);
    if (fold.variable2 !== undefined) this.#known.pop(fold.variable2);
    total = add(total, this.cost(fold.result));
    this.#known.pop(fold.accumulator);
    const count = this.#known.sizeOrUnknown(fold.range);
    this.#sizeOfLoop(fold, count);
    return add(total, multiply(count, add(step, condition)));
  }

  #sizeOfLoop(fold: Comprehension, count: Range): void {
    const { kind } = fold.init;
    if (kind === "literal") {
      const size = this.#known.size(fold.init);
      if (size !== undefined) this.#known.sizes.set(fold.id, size);
    } else if (kind === "list" || kind === "map") {
      this.#known.sizes.set(fold.id, count);
      const entries = this.#known.entriesOf(fold.step);
      if (entries !== undefined) this.#known.entries.set(fold.id, entries);
    }
  }

  /** Returns the cost of a value that is bound to a name: `optMap` and similar macros. */
  #binding(fold: Comprehension): Range {
    let total = add(this.cost(fold.range), this.cost(fold.init));
    this.#known.bind(fold.accumulator, fold.init);
    total = add(total, this.cost(fold.result));
    this.#known.pop(fold.accumulator);
    this.#known.copySizes(fold, fold.result);
    return total;
  }
}

const widened = (known: Range | undefined, size: Range): Range =>
  known === undefined ? size : union(known, size);

const isBinding = ({ range, condition, accumulator }: Comprehension): boolean =>
  range.kind === "list" &&
  range.items.length === 0 &&
  condition.kind === "literal" &&
  condition.value === false &&
  accumulator !== "__result__";
