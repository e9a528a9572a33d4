import { BOOL, BYTES, type CelType, DOUBLE, DYN, INT, listOf, mapOf, NULL, STRING, UINT } from "./types.ts";
import { CelBytes, CelDouble, CelError, CelUint, numberOf, type Value } from "./values.ts";

/** A protobuf message that is no message in CEL: what is built as `google.protobuf.Int32Value{value: 1}` is an int. */
export interface WellKnown {
  readonly fields: Readonly<Record<string, CelType>>;
  /** From the fields that were given. */
  make(fields: Readonly<Record<string, Value>>): Value;
}

const wrapper = (type: CelType, zero: Value, check?: (value: Value) => Value): WellKnown => ({
  fields: { value: type },
  make: ({ value = zero }) => check?.(value) ?? value,
});

const within =
  (min: number, max: number, text: string) =>
  (value: Value): Value => {
    const number = numberOf(value) ?? 0;
    return number < min || number > max ? new CelError(text) : value;
  };

const int32 = within(-(2 ** 31), 2 ** 31 - 1, "integer overflow");
const uint32 = within(0, 2 ** 32 - 1, "unsigned integer overflow");
const toFloat = (value: Value): Value =>
  value instanceof CelDouble ? new CelDouble(Math.fround(value.value)) : value;

const STRUCT = mapOf(STRING, DYN);
const LIST = listOf(DYN);

const WRAPPERS: Readonly<Record<string, WellKnown>> = {
  BoolValue: wrapper(BOOL, false),
  BytesValue: wrapper(BYTES, new CelBytes(new Uint8Array())),
  DoubleValue: wrapper(DOUBLE, new CelDouble(0)),
  FloatValue: wrapper(DOUBLE, new CelDouble(0), toFloat),
  Int32Value: wrapper(INT, 0, int32),
  Int64Value: wrapper(INT, 0),
  StringValue: wrapper(STRING, ""),
  UInt32Value: wrapper(UINT, new CelUint(0n), uint32),
  UInt64Value: wrapper(UINT, new CelUint(0n)),
  ListValue: { fields: { values: LIST }, make: ({ values = [] }) => values },
  Struct: { fields: { fields: STRUCT }, make: ({ fields = {} }) => fields },
  Value: {
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
};

/** By full name. */
export const WELL_KNOWN: ReadonlyMap<string, WellKnown> = new Map(
  Object.entries(WRAPPERS).map(([name, made]) => [`google.protobuf.${name}`, made]),
);
