import {
  type CountingImplementation,
  countingGlobal,
  countingMember,
  global,
  type Implementation,
  type Library,
  member,
  type Overload,
} from "../types/functions.ts";
import { sizeOf } from "../values/containers.ts";
import { costSize, regexCost, traversalOf } from "../values/costs.ts";
import { zoned } from "../values/time.ts";
import {
  type CelDuration,
  CelError,
  type CelTimestamp,
  intValue,
  NO_OVERLOAD,
  type Value,
} from "../values/values.ts";
import type { Work } from "../values/work.ts";
import { CONVERSIONS } from "./conversions.ts";
import { matches } from "./regex.ts";
import { findText } from "./text-search.ts";

/** Implementation of operators, which are run by the plan; here only their types are declared. */
const planned: Implementation = () => NO_OVERLOAD;
const operator = (
  name: string,
  ...signatures: readonly (readonly [id: string, signature: string])[]
): Overload[] => signatures.map(([id, signature]) => global(id, name, signature, planned));

const ordering = (name: string, id: string): Overload[] =>
  operator(
    name,
    ...(
      [
        ["bool", "bool, bool"],
        ["int64", "int, int"],
        ["int64_double", "int, double"],
        ["int64_uint64", "int, uint"],
        ["uint64", "uint, uint"],
        ["uint64_double", "uint, double"],
        ["uint64_int64", "uint, int"],
        ["double", "double, double"],
        ["double_int64", "double, int"],
        ["double_uint64", "double, uint"],
        ["string", "string, string"],
        ["bytes", "bytes, bytes"],
        ["timestamp", "timestamp, timestamp"],
        ["duration", "duration, duration"],
      ] as const
    ).map(([type, params]) => [`${id}_${type}`, `${params} -> bool`] as const),
  );

const OPERATORS: readonly Overload[] = [
  ...operator("_?_:_", ["conditional", "bool, A, A -> A"]),
  ...operator("_&&_", ["logical_and", "bool, bool -> bool"]),
  ...operator("_||_", ["logical_or", "bool, bool -> bool"]),
  ...operator("!_", ["logical_not", "bool -> bool"]),
  ...operator("@not_strictly_false", ["not_strictly_false", "bool -> bool"]),
  ...operator("_==_", ["equals", "A, A -> bool"]),
  ...operator("_!=_", ["not_equals", "A, A -> bool"]),
  ...operator(
    "_+_",
    ["add_bytes", "bytes, bytes -> bytes"],
    ["add_double", "double, double -> double"],
    ["add_duration_duration", "duration, duration -> duration"],
    ["add_duration_timestamp", "duration, timestamp -> timestamp"],
    ["add_timestamp_duration", "timestamp, duration -> timestamp"],
    ["add_int64", "int, int -> int"],
    ["add_list", "list(A), list(A) -> list(A)"],
    ["add_string", "string, string -> string"],
    ["add_uint64", "uint, uint -> uint"],
  ),
  ...operator(
    "_/_",
    ["divide_double", "double, double -> double"],
    ["divide_int64", "int, int -> int"],
    ["divide_uint64", "uint, uint -> uint"],
  ),
  ...operator("_%_", ["modulo_int64", "int, int -> int"], ["modulo_uint64", "uint, uint -> uint"]),
  ...operator(
    "_*_",
    ["multiply_double", "double, double -> double"],
    ["multiply_int64", "int, int -> int"],
    ["multiply_uint64", "uint, uint -> uint"],
  ),
  ...operator("-_", ["negate_double", "double -> double"], ["negate_int64", "int -> int"]),
  ...operator(
    "_-_",
    ["subtract_double", "double, double -> double"],
    ["subtract_duration_duration", "duration, duration -> duration"],
    ["subtract_int64", "int, int -> int"],
    ["subtract_timestamp_duration", "timestamp, duration -> timestamp"],
    ["subtract_timestamp_timestamp", "timestamp, timestamp -> duration"],
    ["subtract_uint64", "uint, uint -> uint"],
  ),
  ...ordering("_<_", "less"),
  ...ordering("_<=_", "less_equals"),
  ...ordering("_>_", "greater"),
  ...ordering("_>=_", "greater_equals"),
  ...operator(
    "_[_]",
    ["index_list", "list(A), int -> A"],
    ["index_map", "map(A, B), A -> B"],
    ["optional_list_index_int", "optional(list(A)), int -> optional(A)"],
    ["optional_map_index_value", "optional(map(A, B)), A -> optional(B)"],
  ),
  ...operator(
    "_[?_]",
    ["list_optindex_optional_int", "list(A), int -> optional(A)"],
    ["optional_list_optindex_optional_int", "optional(list(A)), int -> optional(A)"],
    ["map_optindex_optional_value", "map(A, B), A -> optional(B)"],
    ["optional_map_optindex_optional_value", "optional(map(A, B)), A -> optional(B)"],
  ),
  ...operator("@in", ["in_list", "A, list(A) -> bool"], ["in_map", "A, map(A, B) -> bool"]),
];

const size: CountingImplementation = (work, v = null) => sizeOf(v, work) ?? NO_OVERLOAD;
const SIZES: readonly Overload[] = (["bytes", "list(A)", "map(A, B)", "string"] as const).flatMap((type) => {
  const name = type.replace(/\(.*/, "");
  return [
    countingGlobal(`size_${name}`, "size", `${type} -> int`, size),
    countingMember(`${name}_size`, "size", `${type} -> int`, size),
  ];
});

const affix = (args: readonly Value[], work: Work): number => traversalOf(args[1]!, work);
const both = (args: readonly Value[], work: Work): number =>
  traversalOf(args[0]!, work) * traversalOf(args[1]!, work);
const search = (args: readonly Value[], work: Work): number =>
  regexCost(costSize(args[0]!, work), costSize(args[1]!, work));

const TEXTS: readonly Overload[] = [
  member(
    "contains_string",
    "contains",
    "string, string -> bool",
    (s, t) => t === "" || findText(s, t) >= 0,
    both,
  ),
  member("ends_with_string", "endsWith", "string, string -> bool", (s, t) => s.endsWith(t), affix),
  member("starts_with_string", "startsWith", "string, string -> bool", (s, t) => s.startsWith(t), affix),
  countingGlobal("matches", "matches", "string, string -> bool", matches, search),
  countingMember("matches_string", "matches", "string, string -> bool", matches, search),
];

const startOfYear = (date: Date): number => new Date(date).setUTCMonth(0, 1);

const PARTS: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDayOfYear: (date) => Math.floor((date.getTime() - startOfYear(date)) / 86_400_000),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDate: (date) => date.getUTCDate(),
  getDayOfWeek: (date) => date.getUTCDay(),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

const inZone =
  (part: (date: Date) => number) =>
  (work: Work, time: CelTimestamp, zone = "UTC"): Value => {
    const date = zoned(time, zone, work);
    return date instanceof CelError ? date : part(date);
  };

const DURATION_PARTS: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
};

const TIMES: readonly Overload[] = Object.entries(PARTS).flatMap(([name, part]) => {
  const unit = DURATION_PARTS[name];
  const ofDuration = (v: CelDuration): Value => intValue(v.nanos / (unit ?? 1n)) ?? 0;
  return [
    countingMember(`timestamp_to_${name}`, name, "timestamp -> int", inZone(part)),
    countingMember(`timestamp_to_${name}_with_tz`, name, "timestamp, string -> int", inZone(part)),
    ...(unit === undefined ? [] : [member(`duration_to_${name}`, name, "duration -> int", ofDuration)]),
  ];
});

/** The standard library, which every CEL environment has. */
export const STANDARD: Library = { overloads: [...OPERATORS, ...SIZES, ...CONVERSIONS, ...TEXTS, ...TIMES] };
