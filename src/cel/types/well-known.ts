import { CelStruct } from "../values/struct.ts";
import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelTimestamp,
  CelUint,
  numberOf,
  type Value,
} from "../values/values.ts";
import {
  ANY,
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  objectType,
  type SimpleKind,
  STRING,
  sameType,
  TIMESTAMP,
  UINT,
  wrapperOf,
} from "./types.ts";

/** A protobuf message that is usually not a message in CEL: `google.protobuf.Int32Value{value: 1}` is an int. */
export interface WellKnown {
  readonly type: CelType;
  readonly fields: Readonly<Record<string, CelType>>;
  /** Creates the value from the given fields. */
  make(fields: Readonly<Record<string, Value>>): Value;
}

const wrapper = (type: CelType, zero: Value, check?: (value: Value) => Value): WellKnown => ({
  type: wrapperOf(type.kind as SimpleKind),
  fields: { value: type },
  make: ({ value = zero }) => check?.(value) ?? value,
});

const within =
  (min: number, max: number, text: string) =>
  (value: Value): Value => {
    const number = numberOf(value) ?? 0;
    return number < min || number > max ? new CelError(text) : value;
  };

const conversionError = (field: string, text: string): string =>
  `field type conversion error for google.protobuf.${field} value type: ${text}`;
const int32 = (field: string) => within(-(2 ** 31), 2 ** 31 - 1, conversionError(field, "integer overflow"));
const uint32 = within(0, 2 ** 32 - 1, conversionError("UInt32Value.value", "unsigned integer overflow"));
const toFloat = (value: Value): Value =>
  value instanceof CelDouble ? new CelDouble(Math.fround(value.value)) : value;

const STRUCT = mapOf(STRING, DYN);
const LIST = listOf(DYN);

const TIME_FIELDS = { seconds: INT, nanos: INT };

/**
 * Converts a Timestamp or Duration, with seconds and an int32 of nanoseconds, to nanoseconds. The error has
 * the name of the message.
 */
function nanosOf(
  { seconds = 0, nanos = 0 }: Readonly<Record<string, Value>>,
  message: string,
): bigint | CelError {
  const checked = int32(`${message}.nanos`)(nanos);
  if (checked instanceof CelError) return checked;
  return BigInt(numberOf(seconds) ?? 0) * 1_000_000_000n + BigInt(numberOf(nanos) ?? 0);
}

/** Returns a duration; one that does not fit becomes the longest (Duration.AsDuration in durationpb). */
function durationOf(nanos: bigint): CelDuration {
  const most = 2n ** 63n - 1n;
  return new CelDuration(nanos > most ? most : nanos < -most - 1n ? -most - 1n : nanos);
}

/** Returns the error for types that are not registered; the text is that of protobuf. */
const anyProblem = (fields: Readonly<Record<string, Value>>): CelError =>
  new CelError(
    `unsupported conversion to ref.Val: (*dynamicpb.Message)${
      typeof fields.type_url === "string" ? `type_url:${JSON.stringify(fields.type_url)}` : ""
    }`,
  );

const MESSAGES: Readonly<Record<string, WellKnown>> = {
  BoolValue: wrapper(BOOL, false),
  BytesValue: wrapper(BYTES, new CelBytes(new Uint8Array())),
  DoubleValue: wrapper(DOUBLE, new CelDouble(0)),
  FloatValue: wrapper(DOUBLE, new CelDouble(0), toFloat),
  Int32Value: wrapper(INT, 0, int32("Int32Value.value")),
  Int64Value: wrapper(INT, 0),
  StringValue: wrapper(STRING, ""),
  UInt32Value: wrapper(UINT, new CelUint(0n), uint32),
  UInt64Value: wrapper(UINT, new CelUint(0n)),
  ListValue: { type: LIST, fields: { values: LIST }, make: ({ values = [] }) => values },
  Struct: { type: STRUCT, fields: { fields: STRUCT }, make: ({ fields = {} }) => fields },
  Value: {
    type: DYN,
    fields: {
      null_value: NULL,
      number_value: DOUBLE,
      string_value: STRING,
      bool_value: BOOL,
      struct_value: STRUCT,
      list_value: LIST,
    },
    make: (fields) => Object.values(fields)[0] ?? null,
  },
  Any: { type: ANY, fields: { type_url: STRING, value: BYTES }, make: anyProblem },
  Empty: {
    type: objectType("google.protobuf.Empty"),
    fields: {},
    make: () => new CelStruct("google.protobuf.Empty", {}),
  },
  Duration: {
    type: DURATION,
    fields: TIME_FIELDS,
    make: (fields) => {
      const nanos = nanosOf(fields, "Duration");
      return nanos instanceof CelError ? nanos : durationOf(nanos);
    },
  },
  Timestamp: {
    type: TIMESTAMP,
    fields: TIME_FIELDS,
    make: (fields) => {
      const nanos = nanosOf(fields, "Timestamp");
      return nanos instanceof CelError ? nanos : new CelTimestamp(nanos);
    },
  },
};

/** The messages by full name. */
export const WELL_KNOWN: ReadonlyMap<string, WellKnown> = new Map(
  Object.entries(MESSAGES).map(([name, made]) => [`google.protobuf.${name}`, made]),
);

/**
 * Returns the name of the message of a type, if it is one of these (wellKnownTypes in checker.go); undefined
 * for all others.
 */
export function wellKnownName(type: CelType): string | undefined {
  const { kind } = type;
  if (kind === "null") return "google.protobuf.NullValue";
  for (const [name, known] of WELL_KNOWN)
    if (kind !== "object" && sameDeclared(type, known.type)) return name;
  return undefined;
}

const sameDeclared = (a: CelType, b: CelType): boolean => sameType(a, b) && "wrapper" in a === "wrapper" in b;
