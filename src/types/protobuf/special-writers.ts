import type protobuf from "protobufjs/minimal.js";
import { stableBytes } from "../../json/stable-text.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

type Writer = protobuf.Writer;
type Schema = (value: JsonObject) => Uint8Array;

const bytesTag = (writer: Writer, number: number): Writer => writer.uint32((number << 3) | 2);
const numberTag = (writer: Writer, number: number): Writer => writer.uint32(number << 3);

const FRACTION = /\.(\d+)/;

/** Writes Time and MicroTime: seconds=1, nanos=2. */
export function writeTime(writer: Writer, value: Json): void {
  const text = String(value);
  const milliseconds = Date.parse(text.replace(FRACTION, ""));
  if (Number.isNaN(milliseconds)) return;
  const nanos = Number((FRACTION.exec(text)?.[1] ?? "").padEnd(9, "0").slice(0, 9));
  numberTag(writer, 1).int64(milliseconds / 1000);
  numberTag(writer, 2).int32(nanos);
}

/** Writes a quantity with its length; the zero quantity also has a text. */
export function writeQuantity(writer: Writer, value: Json): void {
  writer.fork();
  bytesTag(writer, 1).string(value === null ? "0" : String(value));
  writer.ldelim();
}

/** Writes type=1 (1 for a text), intVal=2, strVal=3; all three are always present. */
export function writeIntOrString(writer: Writer, value: Json): void {
  const text = typeof value === "string";
  writer.fork();
  numberTag(writer, 1).int32(text ? 1 : 0);
  numberTag(writer, 2).int32(text ? 0 : Number(value));
  bytesTag(writer, 3).string(text ? value : "");
  writer.ldelim();
}

/** Writes RawExtension, FieldsV1 and JSON: JSON text in field 1. */
export function writeJsonBytes(writer: Writer, value: Json): void {
  const known = isJsonObject(value) ? stableBytes(value) : undefined;
  bytesTag(writer, 1).bytes(known ?? Buffer.from(stringify(value)));
}

/** Writes JSONSchemaPropsOrBool. `schema` returns the bytes of a schema. */
export function writeSchemaOrBool(writer: Writer, value: Json, schema: Schema): void {
  numberTag(writer, 1).bool(isJsonObject(value) || value === true);
  if (isJsonObject(value)) bytesTag(writer, 2).bytes(schema(value));
}

/** Writes JSONSchemaPropsOrArray. */
export function writeSchemaOrArray(writer: Writer, value: Json, schema: Schema): void {
  if (isJsonObject(value)) bytesTag(writer, 1).bytes(schema(value));
  else if (Array.isArray(value)) {
    for (const item of value) bytesTag(writer, 2).bytes(schema(isJsonObject(item) ? item : {}));
  }
}

/** Writes JSONSchemaPropsOrStringArray. */
export function writeSchemaOrTexts(writer: Writer, value: Json, schema: Schema): void {
  if (isJsonObject(value)) bytesTag(writer, 1).bytes(schema(value));
  else if (Array.isArray(value)) for (const item of value) bytesTag(writer, 2).string(String(item));
}
