import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isInt,
  isList,
  isMap,
  typeNameOf,
  type Value,
} from "../values.ts";

const CLASSES = [
  [CelUint, "types.Uint"],
  [CelDouble, "types.Double"],
  [CelBytes, "types.Bytes"],
  [CelTimestamp, "types.Timestamp"],
  [CelDuration, "types.Duration"],
  [CelTypeValue, "*types.Type"],
  [CelOptional, "*types.Optional"],
  [CelError, "*types.Err"],
] as const;

/** What Go calls the type of a value (common/types of cel-go, apiserver/pkg/cel). */
function goTypeOf(value: Value): string {
  if (value === null) return "types.Null";
  if (typeof value === "string") return "types.String";
  if (typeof value === "boolean") return "types.Bool";
  if (isInt(value)) return "types.Int";
  const known = CLASSES.find(([type]) => value instanceof type)?.[1];
  if (known !== undefined) return known;
  if (isList(value)) return "*types.baseList";
  return isMap(value) ? "*types.baseMap" : typeNameOf(value).replace("kubernetes.", "cel.");
}

/** Types that can be added up. The methods of a list are looked for in the order of their names. */
const ADDS: ReadonlySet<string> = new Set(
  ["Int", "Uint", "Double", "String", "Bytes", "Timestamp", "Duration"].map((name) => `types.${name}`),
);

/** What breaks in the reference where its costs take another value for a list: clients see these words. */
export function noLister(value: Value): Error {
  const type = goTypeOf(value);
  const missing = ADDS.has(type) ? "Contains" : "Add";
  return new Error(`interface conversion: ${type} is not traits.Lister: missing method ${missing}`);
}

/** The same for an integer. */
export const noInt = (value: Value): Error =>
  new Error(`interface conversion: ref.Val is ${goTypeOf(value)}, not types.Int`);
