import {
  type Call,
  type Comprehension,
  type Expr,
  type ListExpr,
  type MapExpr,
  qualifiedName,
  type Select,
  type Struct,
  withoutDot,
} from "../parse/ast.ts";
import { itemAt } from "../parse/item-at.ts";
import { literalType } from "../parse/literals.ts";
import type { Issue } from "../parse/source.ts";
import { type Environment, fieldTypesOf, findType } from "../types/environment.ts";
import {
  BOOL,
  type CelType,
  DYN,
  ERROR,
  INT,
  isDyn,
  listOf,
  mapOf,
  optionalItem,
  optionalOf,
  typeOf,
} from "../types/types.ts";
import { wellKnownName } from "../types/well-known.ts";
import type { Checked, ResolvedCall } from "./checked.ts";
import { Inference } from "./inference.ts";
import { TypeProblems } from "./type-problems.ts";

/** Assigns a type to every node, or reports why it has none, in the reference's words. */
export function check(expr: Expr, environment: Environment): Checked {
  const checker = new Checker(environment);
  checker.check(expr);
  const types = new Map<number, CelType>();
  for (const [id, type] of checker.types) types.set(id, checker.inferred.finished(type));
  const { issues, names, calls } = checker;
  return { expr, type: types.get(expr.id) ?? ERROR, issues, types, names, calls };
}

class Checker {
  readonly types = new Map<number, CelType>();
  readonly names = new Map<number, string>();
  readonly calls = new Map<number, ResolvedCall>();
  readonly inferred = new Inference();
  readonly #problems = new TypeProblems();
  readonly #environment: Environment;
  readonly #scopes: ReadonlyMap<string, CelType>[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get issues(): readonly Issue[] {
    return this.#problems.issues;
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
        return this.#named(expr, expr.name) ?? this.#problems.undeclared(expr.at, expr.name);
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

  /**
   * Returns the type of a variable, or of the name of a type. A name with a leading dot or other dots is not one of a
   * variable of a macro (resolveSimpleIdent and resolveQualifiedIdent of cel-go's checker/env.go).
   */
  #named(expr: Expr, text: string): CelType | undefined {
    const name = withoutDot(text);
    const [first = name] = name.split(".", 1);
    const local = this.#local(first);
    if (local !== undefined && text === name) {
      if (first !== name) return undefined;
      this.names.set(expr.id, name);
      return local;
    }
    const variable = this.#environment.variables.get(name);
    const type = variable === undefined ? findType(this.#environment, name) : undefined;
    const found = variable ?? (type && typeOf(type));
    if (found !== undefined) this.names.set(expr.id, local === undefined ? name : `.${name}`);
    return found;
  }

  /** Finds a variable of a macro. */
  #local(name: string): CelType | undefined {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const found = this.#scopes[i]?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #select(expr: Select): CelType {
    const name = qualifiedName(expr);
    const named = name === undefined ? undefined : this.#named(expr, name);
    if (named !== undefined) return named;
    const field = this.#field(expr, expr.operand, expr.field, false);
    return expr.test ? BOOL : this.inferred.known(field);
  }

  #field(expr: Expr, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = this.inferred.known(this.check(operand));
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
        this.inferred.assign(DYN, type);
        return DYN;
      case "any":
      case "dyn":
      case "error":
        return DYN;
      default:
        this.#problems.noFields(expr.at, type);
        return DYN;
    }
  }

  #objectField(expr: Expr, name: string, field: string): CelType {
    const fields = fieldTypesOf(this.#environment, name);
    if (fields === undefined) return this.#problems.unresolved(expr.at, name);
    return fields(field) ?? this.#problems.undefinedField(expr.at, field);
  }

  #call(call: Call): CelType {
    if (call.name === "_?._") return this.#optionalSelect(call);
    const args = call.args.map((arg) => this.check(arg));
    if (call.target === undefined) return this.#globalCall(call, args);
    const prefix = qualifiedName(call.target);
    const qualified = prefix === undefined ? undefined : `${withoutDot(prefix)}.${call.name}`;
    if (qualified !== undefined && this.#environment.functions.has(qualified))
      return this.#resolve(call, qualified, args, false, true);
    const target = this.check(call.target);
    if (!this.#environment.functions.has(call.name)) return this.#problems.undeclared(call.at, call.name);
    return this.#resolve(call, call.name, [target, ...args], true, false);
  }

  #globalCall(call: Call, args: readonly CelType[]): CelType {
    const name = withoutDot(call.name);
    if (!this.#environment.functions.has(name)) return this.#problems.undeclared(call.at, call.name);
    return this.#resolve(call, name, args, false, false);
  }

  #optionalSelect(call: Call): CelType {
    const [operand, field] = [itemAt(call.args, 0), itemAt(call.args, 1)];
    const name = field.kind === "literal" && typeof field.value === "string" ? field.value : "";
    return this.inferred.known(this.#field(call, operand, name, true));
  }

  #resolve(call: Call, name: string, args: readonly CelType[], isMember: boolean, global: boolean): CelType {
    if (name === "_&&_" || name === "_||_") return this.#logical(call, args);
    const known = this.#environment.functions.get(name) ?? [];
    const { result, overloads } = this.inferred.resolve(known, args, isMember);
    if (result === undefined) {
      const types = args.map((type) => this.inferred.finished(type));
      return this.#problems.noOverload(call.at, name, types, isMember);
    }
    this.calls.set(call.id, { name, overloads, global });
    return result;
  }

  #logical(call: Call, args: readonly CelType[]): CelType {
    let valid = true;
    args.forEach((type, i) => {
      if (this.inferred.assign(type, BOOL)) return;
      valid = false;
      this.#problems.mismatch(call.args[i]?.at ?? call.at, BOOL, type);
    });
    return valid ? BOOL : ERROR;
  }

  #list(list: ListExpr): CelType {
    let item: CelType | undefined;
    for (const { value, optional } of list.items) {
      const type = this.#item(value, optional);
      item = item === undefined ? type : this.inferred.join(item, type);
    }
    return listOf(item ?? this.inferred.fresh());
  }

  #map(map: MapExpr): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, optional } of map.entries) {
      const keyType = this.check(key);
      keys = keys === undefined ? keyType : this.inferred.join(keys, keyType);
      const type = this.#item(value, optional);
      values = values === undefined ? type : this.inferred.join(values, type);
    }
    return mapOf(keys ?? this.inferred.fresh(), values ?? this.inferred.fresh());
  }

  #item(value: Expr, optional: boolean): CelType {
    const type = this.check(value);
    if (!optional) return type;
    const item = optionalItem(type);
    if (item === undefined && !isDyn(type)) this.#problems.mismatch(value.at, optionalOf(type), type);
    return item ?? type;
  }

  #struct(struct: Struct): CelType {
    const name = withoutDot(struct.name);
    const named = this.#named(struct, struct.name);
    if (named === undefined) return this.#problems.undeclared(struct.at, struct.name);
    const made = this.#messageType(struct.at, named);
    const message = wellKnownName(made) ?? (made.kind === "object" ? made.name : name);
    for (const { field, at, value, optional } of struct.fields) {
      const valueType = this.#item(value, optional);
      const fieldType = this.#objectField({ ...struct, at }, message, field);
      if (this.inferred.assign(fieldType, valueType)) continue;
      this.#problems.wrongField(at, field, fieldType, valueType);
    }
    return made;
  }

  /** Returns the type of `name{}` if the name has this type. */
  #messageType(at: number, named: CelType): CelType {
    if (named.kind === "error") return ERROR;
    if (named.kind !== "type") return this.#problems.noType(at, named);
    const [type = ERROR] = named.params;
    if (type.kind === "object" || wellKnownName(type) !== undefined) return type;
    return this.#problems.noMessage(at, type);
  }

  #comprehension(fold: Comprehension): CelType {
    const range = this.inferred.known(this.check(fold.range));
    const accumulator = this.check(fold.init);
    this.#scopes.push(new Map([[fold.accumulator, accumulator]]));
    this.#scopes.push(this.#loopVariables(fold, range));
    this.#expectType(fold.condition, BOOL);
    this.#expectType(fold.step, accumulator);
    this.#scopes.pop();
    const result = this.check(fold.result);
    this.#scopes.pop();
    return this.inferred.known(result);
  }

  #expectType(expr: Expr, expected: CelType): void {
    const type = this.check(expr);
    if (!this.inferred.assign(expected, type)) this.#problems.mismatch(expr.at, expected, type);
  }

  #loopVariables(fold: Comprehension, range: CelType): ReadonlyMap<string, CelType> {
    const [first, second] = this.#loopTypes(fold, range);
    const variables = new Map([[fold.variable, first]]);
    if (fold.variable2 !== undefined) variables.set(fold.variable2, second);
    return variables;
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
        this.inferred.assign(DYN, range);
        return [DYN, DYN];
      default:
        this.#problems.noRange(fold.range.at, range);
        return [ERROR, ERROR];
    }
  }
}
