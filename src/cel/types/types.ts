/**
 * A static type. `parameter` is a type that is not known yet or, in a declaration, any type. A `wrapper` can also
 * be null: `google.protobuf.Int64Value`.
 */
export type CelType =
  | { readonly kind: SimpleKind; readonly wrapper?: true }
  | { readonly kind: "list"; readonly params: readonly [CelType] }
  | { readonly kind: "map"; readonly params: readonly [CelType, CelType] }
  | { readonly kind: "type"; readonly params: readonly CelType[] }
  | { readonly kind: "opaque"; readonly name: string; readonly params: readonly CelType[] }
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "parameter"; readonly name: string };

/** The types without parameters and names. */
export type SimpleKind =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "null"
  | "any"
  | "dyn"
  | "timestamp"
  | "duration"
  | "error";

const simple = (kind: SimpleKind): CelType => Object.freeze({ kind });

export const BOOL: CelType = simple("bool");
export const INT: CelType = simple("int");
export const UINT: CelType = simple("uint");
export const DOUBLE: CelType = simple("double");
export const STRING: CelType = simple("string");
export const BYTES: CelType = simple("bytes");
export const NULL: CelType = simple("null");
export const DYN: CelType = simple("dyn");
/** The same as dyn, except that it has another name and its parts cannot be read. */
export const ANY: CelType = simple("any");
export const TIMESTAMP: CelType = simple("timestamp");
export const DURATION: CelType = simple("duration");
export const ERROR: CelType = simple("error");

/** The nullable form of a simple type, such as `google.protobuf.Int64Value` of int. */
export const wrapperOf = (kind: SimpleKind): CelType => Object.freeze({ kind, wrapper: true });
const isWrapper = (type: CelType): boolean => "wrapper" in type;

/** `list(item)`. */
export const listOf = (item: CelType): CelType => ({ kind: "list", params: [item] });
/** `map(key, value)`. */
export const mapOf = (key: CelType, value: CelType): CelType => ({ kind: "map", params: [key, value] });
/** The type of a type, `type(T)`; without parameters the type of all types. */
export const typeOf = (...params: readonly CelType[]): CelType => ({ kind: "type", params });
/** A type by its full name, such as `Object.spec`. */
export const objectType = (name: string): CelType => ({ kind: "object", name });
/** A type parameter of an overload, such as `A` in `list(A)`. */
export const parameter = (name: string): CelType => ({ kind: "parameter", name });
/** `optional_type(item)`. */
export const optionalOf = (item: CelType): CelType => ({
  kind: "opaque",
  name: "optional_type",
  params: [item],
});

/** Parameters of a type; empty if it has none. */
export const paramsOf = (type: CelType): readonly CelType[] => ("params" in type ? type.params : []);

/** True for the types that are checked at run time only, `dyn` and `any`. */
export const isDyn = ({ kind }: CelType): boolean => kind === "dyn" || kind === "any";
const isDynOrError = (type: CelType): boolean => isDyn(type) || type.kind === "error";

/** Returns the type inside an optional; undefined for all others. */
export const optionalItem = (type: CelType): CelType | undefined =>
  type.kind === "opaque" && type.name === "optional_type" ? type.params[0] : undefined;

/** Run-time names of types, as in `string(type)` and in the check of a result. */
const RUNTIME_NAMES: Readonly<Record<string, string>> = {
  any: "google.protobuf.Any",
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
  error: "*error*",
};

function typeText(type: CelType, names: Readonly<Record<string, string>>): string {
  const name = declaredName(type, names);
  const params = paramsOf(type);
  return params.length === 0 ? name : `${name}(${params.map((param) => typeText(param, names)).join(", ")})`;
}

/** Returns the name of a type without parameters (Type.DeclaredTypeName in cel-go). */
export function declaredName(type: CelType, names = RUNTIME_NAMES): string {
  const name = "name" in type ? type.name : (names[type.kind] ?? type.kind);
  return isWrapper(type) ? `wrapper(${name})` : name;
}

/** Returns the run-time name of a type: `google.protobuf.Duration`, `list(null_type)`. */
export const typeName = (type: CelType): string => typeText(type, RUNTIME_NAMES);

/** Returns the name of a type in the checker's errors: `duration`, `list(null)`. */
export const checkedName = (type: CelType): string => typeText(type, { error: "!error!" });

/** The name of an object type, an opaque type or a parameter; the other types have none. */
const ownName = (type: CelType): string => ("name" in type ? type.name : "");

/** True if two types are equal, including their parameters. */
export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (ownName(a) !== ownName(b)) return false;
  const paramsB = paramsOf(b);
  const paramsA = paramsOf(a);
  return paramsA.length === paramsB.length && paramsA.every((param, i) => sameType(param, paramsB[i]!));
}

/** Known types of parameters, by name. */
export interface Mapping {
  get(name: string): CelType | undefined;
  set(name: string, type: CelType): unknown;
}

/** Replaces the parameters that are known; the others become dyn when `final`. */
export function substitute(mapping: Mapping, type: CelType, final: boolean): CelType {
  switch (type.kind) {
    case "parameter": {
      const found = mapping.get(type.name);
      if (found !== undefined) return substitute(mapping, found, final);
      return final ? DYN : type;
    }
    case "list":
      return listOf(substitute(mapping, type.params[0], final));
    case "map":
      return mapOf(substitute(mapping, type.params[0], final), substitute(mapping, type.params[1], final));
    case "opaque":
    case "type":
      return { ...type, params: type.params.map((param) => substitute(mapping, param, final)) };
    default:
      return type;
  }
}

/**
 * True if types `b` are accepted for types `a`. Known parameters are added to the mapping, some of them even
 * if the result is false.
 */
export const assignableLists = (mapping: Mapping, a: readonly CelType[], b: readonly CelType[]): boolean =>
  a.length === b.length && a.every((type, i) => assignable(mapping, type, b[i]!));

function assignable(mapping: Mapping, a: CelType, b: CelType): boolean {
  if (b.kind === "parameter") {
    const answer = bind(mapping, a, b);
    if (answer !== "free") return answer === "yes";
  }
  if (a.kind === "parameter") return bind(mapping, b, a) === "yes";
  if (isDynOrError(a) || isDynOrError(b)) return true;
  if (a.kind === "null") return nullable(b);
  if (b.kind === "null") return nullable(a);
  if (a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (ownName(a) !== ownName(b)) return false;
  return assignableLists(mapping, paramsOf(a), paramsOf(b));
}

const NULLABLE: ReadonlySet<CelType["kind"]> = new Set(["null", "opaque", "object", "timestamp", "duration"]);
const nullable = (type: CelType): boolean => NULLABLE.has(type.kind) || isWrapper(type);

/** Binds a parameter to a type. "free": not possible in this direction, and the parameter is not known. */
function bind(
  mapping: Mapping,
  type: CelType,
  target: CelType & { kind: "parameter" },
): "yes" | "no" | "free" {
  if (sameType(type, target)) return "yes";
  const known = mapping.get(target.name);
  if (known === undefined) {
    if (occurs(mapping, target, type)) return "free";
    mapping.set(target.name, type);
    return "yes";
  }
  if (sameType(type, known)) return "yes";
  if (!assignable(mapping, type, known)) return "no";
  const general = mostGeneral(type, known);
  if (!occurs(mapping, target, general)) mapping.set(target.name, general);
  return "yes";
}

function occurs(mapping: Mapping, target: CelType, within: CelType): boolean {
  if (sameType(target, within)) return true;
  if (within.kind !== "parameter") return paramsOf(within).some((param) => occurs(mapping, target, param));
  const known = mapping.get(within.name);
  return known !== undefined && occurs(mapping, target, known);
}

/** Returns the more general of two compatible types. */
export const mostGeneral = (a: CelType, b: CelType): CelType => (lessSpecific(a, b) ? a : b);

function lessSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === "parameter") return true;
  if (isDyn(b) || b.kind === "parameter") return false;
  if (a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (ownName(a) !== ownName(b)) return false;
  const others = paramsOf(b);
  return paramsOf(a).every((param, i) => lessSpecific(param, others[i]!));
}

const opaque = (name: string): CelType => ({ kind: "opaque", name, params: [] });

const NAMED: Readonly<Record<string, CelType>> = {
  bool: BOOL,
  int: INT,
  uint: UINT,
  double: DOUBLE,
  string: STRING,
  bytes: BYTES,
  null: NULL,
  dyn: DYN,
  timestamp: TIMESTAMP,
  duration: DURATION,
  type: typeOf(),
  "net.IP": opaque("net.IP"),
  "net.CIDR": opaque("net.CIDR"),
  optional_type: opaque("optional_type"),
};

/**
 * Parses `list(A)`, `map(string, dyn)`, `optional(A)`, `int`; a single capital is a parameter, all others are
 * objects.
 */
export function parseType(text: string): CelType {
  const [name = "", inner] = /^([^(]*)(?:\((.*)\))?$/.exec(text.trim())?.slice(1) ?? [];
  const params = inner === undefined ? [] : splitTypes(inner);
  const [first = DYN, second = DYN] = params;
  if (name === "list") return listOf(first);
  if (name === "map") return mapOf(first, second);
  if (name === "optional") return optionalOf(first);
  if (name === "type" && inner !== undefined) return typeOf(first);
  return NAMED[name] ?? (/^[A-Z]$/.test(name) ? parameter(name) : objectType(name));
}

/** Parses types that are separated by commas. */
export function splitTypes(text: string): CelType[] {
  if (text.trim() === "") return [];
  let depth = 0;
  let start = 0;
  const parts: string[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    else if (text[i] === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)].map(parseType);
}
