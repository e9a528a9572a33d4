import { countingGlobal, global, type Library, member } from "../types/functions.ts";
import { sizeOf } from "../values/containers.ts";
import { CelStruct } from "../values/struct.ts";
import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelOptional,
  CelSchemaList,
  CelSchemaMap,
  CelTimestamp,
  CelUint,
  isInt,
  isList,
  isMap,
  NO_OPTIONAL,
  NO_OVERLOAD,
  type Value,
} from "../values/values.ts";
import type { Work } from "../values/work.ts";

/**
 * True if a value is a zero value in Go (traits.Zeroer of cel-go): optional values and Kubernetes' own values
 * never are.
 */
function isZero(work: Work, value: Value): boolean {
  if (value === null || value === false || value === "") return true;
  if (isInt(value)) return Number(value) === 0;
  if (value instanceof CelUint) return value.value === 0n;
  if (value instanceof CelDouble) return value.value === 0;
  if (value instanceof CelDuration) return value.nanos === 0n;
  if (value instanceof CelTimestamp) return value.nanos === GO_ZERO_TIME;
  if (value instanceof CelStruct) return value.empty;
  if (value instanceof CelBytes) return sizeOf(value, work) === 0;
  if (value instanceof CelSchemaList || value instanceof CelSchemaMap) return false;
  return (isList(value) || isMap(value)) && sizeOf(value, work) === 0;
}

/** The start of year 1, in nanoseconds since 1970. */
const GO_ZERO_TIME = -62_135_596_800_000_000_000n;

const DEREFERENCE = new CelError("optional.none() dereference");

/**
 * Functions of optional values. `or` and `orValue` are run by the plan, which evaluates their argument only
 * if needed.
 */
export const OPTIONALS: Library = {
  types: ["optional_type"],
  overloads: [
    global("optional_of", "optional.of", "V -> optional(V)", (v) => new CelOptional(v)),
    countingGlobal("optional_ofNonZeroValue", "optional.ofNonZeroValue", "V -> optional(V)", (work, v) =>
      isZero(work, v) ? NO_OPTIONAL : new CelOptional(v),
    ),
    global("optional_none", "optional.none", "-> optional(V)", () => NO_OPTIONAL),
    member("optional_value", "value", "optional(V) -> V", (v) => v.value ?? missing(v)),
    member("optional_hasValue", "hasValue", "optional(V) -> bool", (v) => v.value !== undefined),
    member("optional_or_optional", "or", "optional(V), optional(V) -> optional(V)", () => NO_OVERLOAD),
    member("optional_orValue_value", "orValue", "optional(V), V -> V", () => NO_OVERLOAD),
  ],
};

const missing = ({ value }: CelOptional): Value => (value === undefined ? DEREFERENCE : value);
