import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isInt,
  isList,
  isMap,
  type Value,
} from "../values/values.ts";
import { unlimited, type Work } from "../values/work.ts";
import { type CelType, paramsOf, parseType, splitTypes } from "./types.ts";

/**
 * Implementation of a function. Its arguments have the declared types; the target of a member function is the
 * first.
 */
export type Implementation = (...args: Value[]) => Value;

/** The same for a function that counts the work of its call. */
export type CountingImplementation = (work: Work, ...args: Value[]) => Value;

/** Types of object values, by the name of the type: each library adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what libraries declare
export interface ObjectValues {}

/** Types of the values of plain types, by the name of the type. */
export interface PlainValues {
  bool: boolean;
  int: number | bigint;
  uint: CelUint;
  double: CelDouble;
  string: string;
  bytes: CelBytes;
  timestamp: CelTimestamp;
  duration: CelDuration;
  type: CelTypeValue;
}

/** The type of a value by the name of its CEL type. */
export type ValueOf<T extends string> = T extends keyof PlainValues
  ? PlainValues[T]
  : T extends keyof ObjectValues
    ? ObjectValues[T]
    : T extends `list(${string}`
      ? readonly Value[]
      : T extends `optional(${string}`
        ? CelOptional
        : Value;

/** The types of the values of parameters: `string, int`. */
export type ValuesOf<P extends string> = P extends `${infer First}, ${infer Rest}`
  ? [ValueOf<First>, ...ValuesOf<Rest>]
  : [ValueOf<P>];

/**
 * The arguments of a signature: `string, int -> bool` takes a string and an int. Signatures with maps accept
 * any arguments.
 */
export type ArgumentsOf<S extends string> = string extends S
  ? Value[]
  : S extends `${infer P} -> ${string}`
    ? P extends `${string}map(${string}`
      ? Value[]
      : ValuesOf<P>
    : Value[];

/** The function type of a signature's implementation. */
export type ImplementationOf<S extends string> = (...args: ArgumentsOf<S>) => Value;

/** The same for an implementation that counts its work. */
export type CountingOf<S extends string> = (work: Work, ...args: ArgumentsOf<S>) => Value;

/**
 * Returns the cost of a call; 1 if absent. It is charged before the call, so that a call above the limit
 * never starts.
 */
export type Cost = (args: readonly Value[], work: Work) => number;

/** One signature of a function. */
export interface Overload {
  /** Name of the overload in cel-go: `size_string`. */
  readonly id: string;
  /** Name in expressions: `size`. */
  readonly name: string;
  /** True if it is called on a target, which is the first parameter. */
  readonly member: boolean;
  readonly params: readonly CelType[];
  readonly result: CelType;
  /** Names of the type parameters in the signature. */
  readonly typeParams: readonly string[];
  readonly run: Implementation;
  /** Instead of `run`, an implementation that counts its work. */
  readonly counting?: CountingImplementation;
  /** Cost of the call, if the checker found exactly this overload. */
  readonly cost?: Cost;
  /** True if the implementation checks the types of its arguments itself. */
  readonly unguarded?: boolean;
  /** True if arguments may be errors and may have any type. */
  readonly lenient?: boolean;
}

/** A set of functions that are added to an environment together. */
export interface Library {
  readonly overloads: readonly Overload[];
  /** Further types that expressions may name. */
  readonly types?: readonly string[];
  /** Costs by name of the function, for each of its overloads and for calls whose overload is not known. */
  readonly costs?: Readonly<Record<string, (args: readonly Value[], work: Work, overload: string) => number>>;
}

/** Declares a function that is called by name: `global("size_string", "size", "string -> int", run)`. */
export const global = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: ImplementationOf<S>,
  cost?: Cost,
): Overload => overload(id, name, false, signature, run as Implementation, cost);

/** Declares a function that is called on its first argument. */
export const member = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: ImplementationOf<S>,
  cost?: Cost,
): Overload => overload(id, name, true, signature, run as Implementation, cost);

/** `global` for an implementation that counts its work, which is its first parameter. */
export const countingGlobal = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: CountingOf<S>,
  cost?: Cost,
): Overload => counted(overload(id, name, false, signature, uncounted, cost), run as CountingImplementation);

/** `member` for an implementation that counts its work, which is its first parameter. */
export const countingMember = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: CountingOf<S>,
  cost?: Cost,
): Overload => counted(overload(id, name, true, signature, uncounted, cost), run as CountingImplementation);

const uncounted: Implementation = () => null;

const counted = (made: Overload, counting: CountingImplementation): Overload => ({
  ...made,
  run: (...args) => counting(unlimited(), ...args),
  counting,
});

function overload(
  id: string,
  name: string,
  isMember: boolean,
  signature: string,
  run: Implementation,
  cost: Cost | undefined,
): Overload {
  const [params = "", result = ""] = signature.split("->");
  const types = splitTypes(params);
  const resultType = parseType(result);
  const typeParams = [...new Set([...types, resultType].flatMap(parameterNames))];
  const base = { id, name, member: isMember, params: types, result: resultType, typeParams, run };
  return cost === undefined ? base : { ...base, cost };
}

const parameterNames = (type: CelType): string[] =>
  type.kind === "parameter" ? [type.name] : paramsOf(type).flatMap(parameterNames);

/** True if a value may be passed for a parameter of this type. For a list the first item is checked. */
export function acceptsValue(type: CelType, value: Value): boolean {
  switch (type.kind) {
    case "bool":
      return typeof value === "boolean";
    case "int":
      return isInt(value);
    case "uint":
      return value instanceof CelUint;
    case "double":
      return value instanceof CelDouble;
    case "string":
      return typeof value === "string";
    case "bytes":
      return value instanceof CelBytes;
    case "null":
      return value === null;
    case "timestamp":
      return value instanceof CelTimestamp;
    case "duration":
      return value instanceof CelDuration;
    case "type":
      return value instanceof CelTypeValue;
    case "list":
      return isList(value) && (value.length === 0 || acceptsValue(type.params[0], adapt(value[0]!)));
    case "map":
      return isMap(value);
    case "opaque":
      if (type.name === "optional_type") return value instanceof CelOptional;
      return value instanceof CelObject && value.typeName === type.name;
    case "object":
      return value instanceof CelObject && value.typeName === type.name;
    default:
      return true;
  }
}
