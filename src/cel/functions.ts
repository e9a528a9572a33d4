import { type CelType, paramsOf, parseType, splitTypes } from "./types.ts";
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
} from "./values.ts";

/** Arguments, the target of a member function first. Their types fit the declaration. */
export type Implementation = (...args: Value[]) => Value;

/** Values of object types, by the name of the type: a library adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what libraries declare
export interface ObjectValues {}

/** Values of the plain types, by the name of the type. */
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

/** The value of a type by its name. */
export type ValueOf<T extends string> = T extends keyof PlainValues
  ? PlainValues[T]
  : T extends keyof ObjectValues
    ? ObjectValues[T]
    : T extends `list(${string}`
      ? readonly Value[]
      : T extends `optional(${string}`
        ? CelOptional
        : Value;

/** The values of parameters: `string, int`. */
export type ValuesOf<P extends string> = P extends `${infer First}, ${infer Rest}`
  ? [ValueOf<First>, ...ValuesOf<Rest>]
  : [ValueOf<P>];

/** The arguments of a signature: `string, int -> bool` takes a string and an int. With maps in them they are any. */
export type ArgumentsOf<S extends string> = string extends S
  ? Value[]
  : S extends `${infer P} -> ${string}`
    ? P extends `${string}map(${string}`
      ? Value[]
      : ValuesOf<P>
    : Value[];

/** What a signature says that an implementation takes. */
export type ImplementationOf<S extends string> = (...args: ArgumentsOf<S>) => Value;

/** What a call costs; absent: 1. Charged before the call, so that what is too costly never begins. */
export type Cost = (args: readonly Value[]) => number;

/** One signature of a function. */
export interface Overload {
  readonly id: string;
  readonly name: string;
  readonly member: boolean;
  readonly params: readonly CelType[];
  readonly result: CelType;
  /** Names of the type parameters in it. */
  readonly typeParams: readonly string[];
  readonly run: Implementation;
  /** Applies when the checker found exactly this overload. */
  readonly cost?: Cost;
  /** True: it looks at the types of its arguments itself. */
  readonly unguarded?: boolean;
  /** True: arguments may be errors and may have any type. */
  readonly lenient?: boolean;
}

/** A set of functions that is added to an environment as one. */
export interface Library {
  readonly overloads: readonly Overload[];
  /** Types that expressions may name, beside their run-time name. */
  readonly types?: readonly string[];
  /** Costs by name of the function, for each of its overloads and for calls whose overload is not known. */
  readonly costs?: Readonly<Record<string, (args: readonly Value[], overload: string) => number>>;
}

/** A function that is called by name: `global("size_string", "size", "string -> int", run)`. */
export const global = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: ImplementationOf<S>,
  cost?: Cost,
): Overload => overload(id, name, false, signature, run as Implementation, cost);

/** A function that is called on its first argument. */
export const member = <S extends string>(
  id: string,
  name: string,
  signature: S,
  run: ImplementationOf<S>,
  cost?: Cost,
): Overload => overload(id, name, true, signature, run as Implementation, cost);

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

/** Whether a value may be passed for a parameter of this type; of a list the first item is looked at. */
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
