import type { Call, Comprehension, Expr, ListExpr, MapExpr, Select, Struct } from "./ast.ts";
import { type Environment, fieldTypesOf, findType } from "./environment.ts";
import type { Overload } from "./functions.ts";
import type { Issue } from "./source.ts";
import {
  assign,
  BOOL,
  BYTES,
  type CelType,
  checkedName,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isDyn,
  listOf,
  type Mapping,
  mapOf,
  mostGeneral,
  NULL,
  optionalItem,
  optionalOf,
  parameter,
  STRING,
  sameType,
  substitute,
  typeOf,
  UINT,
} from "./types.ts";
import { CelBytes, CelDouble, CelUint, type Value } from "./values.ts";
import { WELL_KNOWN, type WellKnown } from "./well-known.ts";

/** What the checker found out about an expression. Keys are ids of nodes. */
export interface Checked {
  readonly expr: Expr;
  readonly type: CelType;
  readonly issues: readonly Issue[];
  readonly types: ReadonlyMap<number, CelType>;
  /** Nodes that stand for a variable or a type of that (qualified) name. */
  readonly names: ReadonlyMap<number, string>;
  /** Calls: the overloads that may be meant. A name with dots was found as a whole when `global`. */
  readonly calls: ReadonlyMap<number, ResolvedCall>;
}

export interface ResolvedCall {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** The target is only a part of the function's name. */
  readonly global: boolean;
}

/** Gives every node a type, or says why it has none, in the reference's words. */
export function check(expr: Expr, environment: Environment): Checked {
  const checker = new Checker(environment);
  checker.check(expr);
  const types = new Map<number, CelType>();
  for (const [id, type] of checker.types) types.set(id, substitute(checker.mapping, type, true));
  const { issues, names, calls } = checker;
  return { expr, type: types.get(expr.id) ?? ERROR, issues, types, names, calls };
}

/** `a.b.c` of names only; undefined for everything else. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.test) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}

class Checker {
  readonly types = new Map<number, CelType>();
  readonly names = new Map<number, string>();
  readonly calls = new Map<number, ResolvedCall>();
  readonly issues: Issue[] = [];
  mapping: Mapping = new Map();
  readonly #environment: Environment;
  readonly #scopes: ReadonlyMap<string, CelType>[] = [];
  #fresh = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  check(expr: Expr): CelType {
    const type = this.#typeOf(expr);
    this.types.set(expr.id, type);
    return type;
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case "literal":
        return literalType(expr.value);
      case "ident":
        return this.#named(expr, expr.name) ?? this.#undeclared(expr, expr.name);
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

  #issue(at: number, text: string): CelType {
    if (this.issues.length < 100) this.issues.push({ at, text });
    return ERROR;
  }

  #undeclared(expr: Expr, name: string): CelType {
    return this.#issue(expr.at, `undeclared reference to '${name}' (in container '')`);
  }

  /** The type of a variable or of the name of a type. */
  #named(expr: Expr, text: string): CelType | undefined {
    const name = text.startsWith(".") ? text.slice(1) : text;
    const variable = this.#variable(name, text !== name);
    const type = variable === undefined ? findType(this.#environment, name) : undefined;
    const found = variable ?? (type && typeOf(type));
    if (found !== undefined) this.names.set(expr.id, name);
    return found;
  }

  #variable(name: string, absolute: boolean): CelType | undefined {
    if (!absolute)
      for (let i = this.#scopes.length - 1; i >= 0; i--) {
        const found = this.#scopes[i]?.get(name);
        if (found !== undefined) return found;
      }
    return this.#environment.variables.get(name);
  }

  #select(expr: Select): CelType {
    const name = qualifiedName(expr);
    const named = name === undefined ? undefined : this.#named(expr, name);
    if (named !== undefined) return named;
    const field = this.#field(expr, expr.operand, expr.field, false);
    return expr.test ? BOOL : this.#substitute(field);
  }

  #substitute(type: CelType): CelType {
    return substitute(this.mapping, type, false);
  }

  #field(expr: Expr, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = this.#substitute(this.check(operand));
    const item = optionalItem(operandType);
    const type = this.#fieldOf(expr, item ?? operandType, field);
    return item !== undefined || optional ? optionalOf(type) : type;
  }

  #fieldOf(expr: Expr, type: CelType, field: string): CelType {
    switch (type.kind) {
      case "map":
        return type.params[1];
      case "object":
        return this.#objectField(expr, type.name, field);
      case "parameter":
        this.#assign(DYN, type);
        return DYN;
      case "any":
      case "dyn":
      case "error":
        return DYN;
      default:
        this.#issue(expr.at, `type '${checkedName(type)}' does not support field selection`);
        return DYN;
    }
  }

  #objectField(expr: Expr, name: string, field: string): CelType {
    const fields = fieldTypesOf(this.#environment, name);
    if (fields === undefined) return this.#issue(expr.at, `unexpected failed resolution of '${name}'`);
    return fields(field) ?? this.#issue(expr.at, `undefined field '${field}'`);
  }

  #assign(a: CelType, b: CelType): boolean {
    return this.#assignAll([a], [b]);
  }

  #assignAll(a: readonly CelType[], b: readonly CelType[]): boolean {
    const learnt = assign(this.mapping, a, b);
    if (learnt !== undefined) this.mapping = learnt;
    return learnt !== undefined;
  }

  #freshType(): CelType {
    return parameter(`_var${this.#fresh++}`);
  }

  #call(call: Call): CelType {
    if (call.name === "_?._") return this.#optionalSelect(call);
    const args = call.args.map((arg) => this.check(arg));
    if (call.target === undefined) return this.#globalCall(call, args);
    const prefix = qualifiedName(call.target);
    const qualified = prefix === undefined ? undefined : `${prefix}.${call.name}`;
    if (qualified !== undefined && this.#environment.functions.has(qualified))
      return this.#resolve(call, qualified, args, false, true);
    const target = this.check(call.target);
    if (!this.#environment.functions.has(call.name)) return this.#undeclared(call, call.name);
    return this.#resolve(call, call.name, [target, ...args], true, false);
  }

  #globalCall(call: Call, args: readonly CelType[]): CelType {
    const name = call.name.startsWith(".") ? call.name.slice(1) : call.name;
    if (!this.#environment.functions.has(name)) return this.#undeclared(call, name);
    return this.#resolve(call, name, args, false, false);
  }

  #optionalSelect(call: Call): CelType {
    const [operand, field] = call.args as readonly [Expr, Expr];
    const name = field.kind === "literal" && typeof field.value === "string" ? field.value : "";
    return this.#substitute(this.#field(call, operand, name, true));
  }

  #resolve(call: Call, name: string, args: readonly CelType[], isMember: boolean, global: boolean): CelType {
    const overloads = this.#environment.functions.get(name) ?? [];
    if (name === "_&&_" || name === "_||_") return this.#logical(call, args);
    const candidates: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.member !== isMember) continue;
      const found = this.#matches(overload, args);
      if (found === undefined) continue;
      candidates.push(overload);
      if (result === undefined) result = found;
      else if (!isDyn(result) && !sameType(found, result)) result = DYN;
    }
    if (result === undefined) return this.#noOverload(call, name, args, isMember);
    this.calls.set(call.id, { name, overloads: candidates, global });
    return result;
  }

  /** The result of an overload for these arguments; undefined when it does not take them. */
  #matches(overload: Overload, args: readonly CelType[]): CelType | undefined {
    const fresh: Mapping = new Map(overload.typeParams.map((name) => [name, this.#freshType()]));
    const params = overload.params.map((param) => substitute(fresh, param, false));
    if (!this.#assignAll(args, params)) return undefined;
    return this.#substitute(substitute(fresh, overload.result, false));
  }

  #logical(call: Call, args: readonly CelType[]): CelType {
    let valid = true;
    args.forEach((type, i) => {
      if (this.#assign(type, BOOL)) return;
      valid = false;
      const at = call.args[i]?.at ?? call.at;
      this.#issue(at, `expected type 'bool' but found '${checkedName(type)}'`);
    });
    return valid ? BOOL : ERROR;
  }

  #noOverload(call: Call, name: string, args: readonly CelType[], isMember: boolean): CelType {
    const types = args.map((type) => checkedName(substitute(this.mapping, type, true)));
    const signature = isMember ? `${types[0]}.(${types.slice(1).join(", ")})` : `(${types.join(", ")})`;
    return this.#issue(call.at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #list(list: ListExpr): CelType {
    let item: CelType | undefined;
    for (const { value, optional } of list.items) {
      const type = this.#item(value, optional);
      item = item === undefined ? type : this.#join(item, type);
    }
    return listOf(item ?? this.#freshType());
  }

  #map(map: MapExpr): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, optional } of map.entries) {
      const keyType = this.check(key);
      keys = keys === undefined ? keyType : this.#join(keys, keyType);
      const type = this.#item(value, optional);
      values = values === undefined ? type : this.#join(values, type);
    }
    return mapOf(keys ?? this.#freshType(), values ?? this.#freshType());
  }

  #item(value: Expr, optional: boolean): CelType {
    const type = this.check(value);
    if (!optional) return type;
    const item = optionalItem(type);
    if (item === undefined && !isDyn(type)) this.#mismatch(value, optionalOf(type), type);
    return item ?? type;
  }

  #mismatch(at: Expr, expected: CelType, found: CelType): CelType {
    return this.#issue(at.at, `expected type '${checkedName(expected)}' but found '${checkedName(found)}'`);
  }

  #join(previous: CelType, current: CelType): CelType {
    if (this.#assign(previous, current)) return mostGeneral(previous, current);
    return DYN;
  }

  #struct(struct: Struct): CelType {
    const name = struct.name.startsWith(".") ? struct.name.slice(1) : struct.name;
    const wellKnown = WELL_KNOWN.get(name);
    if (wellKnown !== undefined) return this.#wellKnown(struct, wellKnown);
    const type = findType(this.#environment, name);
    if (type === undefined) return this.#undeclared(struct, name);
    const known = type.kind === "object" && fieldTypesOf(this.#environment, type.name) !== undefined;
    if (!known) this.#issue(struct.at, `'${checkedName(type)}' is not a message type`);
    for (const { field, at, value, optional } of struct.fields) {
      const valueType = this.#item(value, optional);
      const place: Expr = { ...struct, at };
      const fieldType = known ? this.#objectField(place, type.name, field) : ERROR;
      if (this.#assign(fieldType, valueType)) continue;
      this.#wrongField(at, field, fieldType, valueType);
    }
    return known ? type : ERROR;
  }

  /** A well-known message is the value that it wraps, or null: its type does not say which. */
  #wellKnown(struct: Struct, { fields }: WellKnown): CelType {
    for (const { field, at, value, optional } of struct.fields) {
      const valueType = this.#item(value, optional);
      const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (type === undefined) this.#issue(at, `undefined field '${field}'`);
      else if (!this.#assign(type, valueType)) this.#wrongField(at, field, type, valueType);
    }
    return DYN;
  }

  #wrongField(at: number, field: string, type: CelType, found: CelType): void {
    const text = `expected type of field '${field}' is '${checkedName(type)}'`;
    this.#issue(at, `${text} but provided type is '${checkedName(found)}'`);
  }

  #comprehension(fold: Comprehension): CelType {
    const range = this.#substitute(this.check(fold.range));
    const accumulator = this.check(fold.init);
    this.#scopes.push(new Map([[fold.accumulator, accumulator]]));
    this.#scopes.push(this.#loopVariables(fold, range));
    this.#expectType(fold.condition, BOOL);
    this.#expectType(fold.step, accumulator);
    this.#scopes.pop();
    const result = this.check(fold.result);
    this.#scopes.pop();
    return this.#substitute(result);
  }

  #expectType(expr: Expr, expected: CelType): void {
    const type = this.check(expr);
    if (!this.#assign(expected, type)) this.#mismatch(expr, expected, type);
  }

  #loopVariables(fold: Comprehension, range: CelType): ReadonlyMap<string, CelType> {
    const [first, second] = this.#loopTypes(fold, range);
    if (fold.variable2 === undefined) return new Map([[fold.variable, first]]);
    return new Map([
      [fold.variable, first],
      [fold.variable2, second],
    ]);
  }

  #loopTypes(fold: Comprehension, range: CelType): readonly [CelType, CelType] {
    const two = fold.variable2 !== undefined;
    switch (range.kind) {
      case "list":
        return two ? [INT, range.params[0]] : [range.params[0], DYN];
      case "map":
        return range.params;
      case "dyn":
      case "error":
      case "parameter":
        this.#assign(DYN, range);
        return [DYN, DYN];
      default: {
        const text = `expression of type '${checkedName(range)}' cannot be range of a comprehension`;
        this.#issue(fold.range.at, `${text} (must be list, map, or dynamic)`);
        return [ERROR, ERROR];
      }
    }
  }
}

function literalType(value: Value): CelType {
  if (value === null) return NULL;
  if (typeof value === "boolean") return BOOL;
  if (typeof value === "string") return STRING;
  if (value instanceof CelUint) return UINT;
  if (value instanceof CelDouble) return DOUBLE;
  return value instanceof CelBytes ? BYTES : INT;
}
