import { CelError, typeNameOf, type Value } from "./values.ts";

const GO_NAMES: Readonly<Record<string, string>> = {
  bool: "types.Bool",
  int: "types.Int",
  uint: "types.Uint",
  double: "types.Double",
  string: "types.String",
  bytes: "types.Bytes",
  null_type: "types.Null",
  "google.protobuf.Timestamp": "types.Timestamp",
  "google.protobuf.Duration": "types.Duration",
  optional_type: "*types.Optional",
  type: "*types.Type",
  list: "*types.baseList",
  map: "*types.baseMap",
  "kubernetes.NamedFormat": "cel.Format",
};

/** Returns the name of a value's type in Go (common/types of cel-go, apiserver/pkg/cel). */
export function goTypeOf(value: Value): string {
  if (value instanceof CelError) return "*types.Err";
  const name = typeNameOf(value);
  return GO_NAMES[name] ?? name.replace("kubernetes.", "cel.");
}

/** Types that can be added. Go reports the first missing method of a list in the order of names. */
const ADDS = /^types\.(Int|Uint|Double|String|Bytes|Timestamp|Duration)$/;

/** The error of the reference if its costs read another value as a list: clients receive this text. */
export function noLister(value: Value): Error {
  const type = goTypeOf(value);
  const missing = ADDS.test(type) ? "Contains" : "Add";
  return new Error(`interface conversion: ${type} is not traits.Lister: missing method ${missing}`);
}

/** The same error for an integer. */
export const noInt = (value: Value): Error =>
  new Error(`interface conversion: ref.Val is ${goTypeOf(value)}, not types.Int`);

const UNHASHABLE: ReadonlySet<string> = new Set(["types.Bytes", "cel.Semver", "cel.Format"]);

/** True if a value can be a key of Go's maps, which panic for others. */
export const isHashable = (key: Value): boolean => typeof key !== "object" || !UNHASHABLE.has(goTypeOf(key));

/** The error of Go's map for a key that it cannot hash. */
export const noHash = (key: Value): Error =>
  new Error(`runtime error: hash of unhashable type ${goTypeOf(key)}`);
