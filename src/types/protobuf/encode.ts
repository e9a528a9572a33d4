import type protobuf from "protobufjs/minimal.js";
import { remembered } from "../../async/remembered.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { FieldFact, ScalarCode, TypeFact } from "../notation/notation.ts";
import { fieldFacts, MOST_TYPES } from "../notation/tables.ts";
import { protobufjs } from "./library.ts";
import {
  writeIntOrString,
  writeJsonBytes,
  writeQuantity,
  writeSchemaOrArray,
  writeSchemaOrBool,
  writeSchemaOrTexts,
  writeTime,
} from "./special-writers.ts";

type Writer = protobuf.Writer;

/**
 * Encodes JSON of a type of the tables (`core/v1.Pod`) to the bytes that Go's encoder writes: fields that are
 * not pointers are always present.
 */
export function encodeMessage(typeName: string, object: JsonObject): Uint8Array {
  const writer = protobufjs().Writer.create();
  writeFields(writer, typeName, object);
  return writer.finish();
}

/** Returns the fields that are on the wire, by number. */
const planOf = remembered((typeName): readonly FieldFact[] => {
  const facts = fieldFacts(typeName);
  if (facts === undefined) throw new Error(`no table has the type ${typeName}`);
  return facts.filter(({ number }) => number !== 0).sort((a, b) => a.number - b.number);
}, MOST_TYPES);

const LENGTH_DELIMITED = 2;

function writeFields(writer: Writer, typeName: string, object: JsonObject): void {
  for (const field of planOf(typeName)) {
    const { type, number } = field;
    if (field.embedded && type.kind === "message")
      nested(writer, number, (inner) => writeFields(inner, type.name, object));
    else writeField(writer, field, ownMember(object, field.name));
  }
}

const ownMember = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function writeField(writer: Writer, { number, type, pointer }: FieldFact, value: Json | undefined): void {
  const absent = value === undefined || value === null;
  if (type.kind === "list" && type.wrapped !== true) {
    for (const item of Array.isArray(value) ? value : []) writeValue(writer, number, type.item, item);
  } else if (type.kind === "map") {
    if (isJsonObject(value)) writeMap(writer, number, type.value, value);
  } else if (!absent) writeValue(writer, number, type, value);
  else if ((!pointer && !mayBeNil(type)) || (value === null && isTime(type)))
    writeValue(writer, number, type, null);
}

/** True for times. A pointer to Go's zero time is null in JSON, and an empty message on the wire. */
const isTime = (type: TypeFact): boolean =>
  type.kind === "scalar" && (type.code === "T" || type.code === "M");

/** True for slices, which are absent if they are nil. */
const mayBeNil = (type: TypeFact): boolean =>
  type.kind === "list" || (type.kind === "scalar" && type.code === "y");

function writeMap(writer: Writer, number: number, type: TypeFact, map: JsonObject): void {
  for (const key of Object.keys(map).sort()) {
    nested(writer, number, (entry) => {
      entry.uint32((1 << 3) | LENGTH_DELIMITED).string(key);
      writeValue(entry, 2, type, map[key] ?? null);
    });
  }
}

function nested(writer: Writer, number: number, write: (inner: Writer) => void): void {
  writer.uint32((number << 3) | LENGTH_DELIMITED).fork();
  write(writer);
  writer.ldelim();
}

/** Writes a value; null is the zero value. */
function writeValue(writer: Writer, number: number, type: TypeFact, value: Json): void {
  if (type.kind === "scalar") {
    const { wire, write } = SCALARS[type.code];
    write(writer.uint32((number << 3) | wire), value);
  } else if (type.kind === "message") {
    nested(writer, number, (inner) => writeFields(inner, type.name, isJsonObject(value) ? value : {}));
  } else if (type.kind === "list") {
    // A map of lists has each list in such a message, too.
    nested(writer, number, (inner) => {
      for (const item of Array.isArray(value) ? value : []) writeValue(inner, 1, type.item, item);
    });
  }
}

interface ScalarWriter {
  /** Wire type: 0 for a number, 1 for eight bytes, 2 for bytes with their length. */
  readonly wire: 0 | 1 | 2;
  readonly write: (writer: Writer, value: Json) => void;
}

const schema = (value: JsonObject): Uint8Array => encodeMessage("apiextensions/v1.JSONSchemaProps", value);

/** Writer of a special message, with its length. */
const special = (write: (writer: Writer, value: Json) => void): ScalarWriter => ({
  wire: LENGTH_DELIMITED,
  write: (writer, value) => {
    writer.fork();
    if (value !== null) write(writer, value);
    writer.ldelim();
  },
});

const SCALARS: Readonly<Record<ScalarCode, ScalarWriter>> = {
  s: { wire: 2, write: (writer, value) => writer.string(typeof value === "string" ? value : "") },
  b: { wire: 0, write: (writer, value) => writer.bool(value === true) },
  i: { wire: 0, write: (writer, value) => writer.int32(Number(value)) },
  l: {
    wire: 0,
    write: (writer, value) => writer.int64(typeof value === "bigint" ? String(value) : Number(value)),
  },
  d: { wire: 1, write: (writer, value) => writer.double(Number(value)) },
  y: { wire: 2, write: (writer, value) => writer.bytes(Buffer.from(String(value ?? ""), "base64")) },
  T: special(writeTime),
  M: special(writeTime),
  // No type of the tables has a Duration on the wire.
  D: special(() => {}),
  Q: { wire: 2, write: (writer, value) => writeQuantity(writer, value) },
  I: { wire: 2, write: (writer, value) => writeIntOrString(writer, value) },
  R: special(writeJsonBytes),
  F: special(writeJsonBytes),
  J: special(writeJsonBytes),
  B: special((writer, value) => writeSchemaOrBool(writer, value, schema)),
  A: special((writer, value) => writeSchemaOrArray(writer, value, schema)),
  S: special((writer, value) => writeSchemaOrTexts(writer, value, schema)),
};
