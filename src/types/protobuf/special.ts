import type protobuf from "protobufjs/minimal.js";
import { QUANTITY_FORMAT_WRONG, QuantityError } from "../../api/quantity/quantity-text.ts";
import { formatTime } from "../../api/time.ts";
import { parseJson } from "../../json/parse/parse.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { protobufjs } from "./library.ts";

type Reader = protobuf.Reader;
type Schema = (bytes: Uint8Array) => JsonObject;

/** Calls `read` for each field of a message; fields that it does not read are skipped. */
function eachField(
  bytes: Uint8Array,
  read: (number: number, reader: Reader, skip: () => void) => void,
): void {
  const reader = protobufjs().Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    read(tag >>> 3, reader, () => reader.skipType(tag & 7));
  }
}

function seconds(bytes: Uint8Array): { seconds: number; nanos: number } {
  const result = { seconds: 0, nanos: 0 };
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) result.seconds = Number(reader.int64().toString());
    else if (number === 2) result.nanos = reader.int32();
    else skip();
  });
  return result;
}

/** Seconds of Go's zero time, which means no time. */
const ZERO_TIME = -62_135_596_800;

/** Reads metav1.Time with seconds; the zero value is null. */
export function time(bytes: Uint8Array): Json {
  const { seconds: value } = seconds(bytes);
  if (bytes.length === 0 || value === ZERO_TIME) return null;
  return formatTime(value * 1000);
}

/** Reads metav1.MicroTime with six digits of fraction. */
export function microTime(bytes: Uint8Array): Json {
  const { seconds: value, nanos } = seconds(bytes);
  if (bytes.length === 0 || value === ZERO_TIME) return null;
  const micros = Math.trunc(nanos / 1000);
  const second = value + Math.floor(micros / 1e6);
  const fraction = String(micros - Math.floor(micros / 1e6) * 1e6).padStart(6, "0");
  return `${new Date(second * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

/**
 * Reads a quantity. JSON allows white space around it, protobuf does not (resource.Quantity, Unmarshal).
 * Throws for an invalid text.
 */
export function quantityText(bytes: Uint8Array): Json {
  let text = "0";
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) text = reader.string();
    else skip();
  });
  if (text !== text.trim()) throw new QuantityError(QUANTITY_FORMAT_WRONG);
  return text;
}

/** Reads intstr.IntOrString. */
export function intOrString(bytes: Uint8Array): Json {
  let isText = false;
  let int = 0;
  let text = "";
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) isText = Number(reader.int64().toString()) === 1;
    else if (number === 2) int = reader.int32();
    else if (number === 3) text = reader.string();
    else skip();
  });
  return isText ? text : int;
}

/** Reads RawExtension, FieldsV1 and JSON: JSON text in field 1. */
export function jsonBytes(bytes: Uint8Array): Json {
  let value: Json = null;
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) value = parseJson(reader.bytes());
    else skip();
  });
  return value;
}

/** Reads JSONSchemaPropsOrBool. `schema` reads the bytes of a schema. */
export function schemaOrBool(bytes: Uint8Array, schema: Schema): Json {
  let value: Json = false;
  let found: JsonObject | undefined;
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) value = reader.bool();
    else if (number === 2) found = schema(reader.bytes());
    else skip();
  });
  return found ?? value;
}

/** Reads JSONSchemaPropsOrArray. */
export function schemaOrArray(bytes: Uint8Array, schema: Schema): Json {
  let found: JsonObject | undefined;
  const list: JsonObject[] = [];
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) found = schema(reader.bytes());
    else if (number === 2) list.push(schema(reader.bytes()));
    else skip();
  });
  return found ?? list;
}

/** Reads JSONSchemaPropsOrStringArray. */
export function schemaOrTexts(bytes: Uint8Array, schema: Schema): Json {
  let found: JsonObject | undefined;
  const list: string[] = [];
  eachField(bytes, (number, reader, skip) => {
    if (number === 1) found = schema(reader.bytes());
    else if (number === 2) list.push(reader.string());
    else skip();
  });
  return found ?? list;
}
