import type protobuf from "protobufjs/minimal.js";
import { MAX_VALUES, TooManyValuesError } from "../../../json/count-values.ts";
import { setKey } from "../../../json/object.ts";
import { type Json, type JsonObject, record } from "../../../json/value.ts";
import { fieldFacts } from "../../types/tables.ts";
import type { FieldFact, ScalarCode, TypeFact } from "../fields/notation.ts";
import { protobufjs } from "./library.ts";
import {
  intOrString,
  jsonBytes,
  microTime,
  quantityText,
  schemaOrArray,
  schemaOrBool,
  schemaOrTexts,
  time,
} from "./special.ts";

type Reader = protobuf.Reader;

/** Fields of a message by their number on the wire, where embedded structs are nested messages. */
interface MessagePlan {
  readonly fields: ReadonlyMap<number, FieldFact>;
}

const plans = new Map<string, MessagePlan>();

/** Number of fields that can still be read from the current body. */
let left = Number.POSITIVE_INFINITY;

/** Like `decodeMessage`, for a message of a client. Throws TooManyValuesError. */
export function decodeBody(typeName: string, bytes: Uint8Array): JsonObject {
  left = MAX_VALUES;
  return decodeMessage(typeName, bytes);
}

/**
 * Decodes one message of the tables (`core/v1.Pod`) to the equivalent JSON: zero values of fields that are
 * not pointers are absent, because Go's encoder always writes them. Throws the errors of the reader for
 * truncated or malformed bytes.
 */
export function decodeMessage(typeName: string, bytes: Uint8Array): JsonObject {
  const object: JsonObject = {};
  readInto(object, typeName, protobufjs().Reader.create(bytes));
  return object;
}

function planOf(typeName: string): MessagePlan {
  const known = plans.get(typeName);
  if (known !== undefined) return known;
  const facts = fieldFacts(typeName);
  if (facts === undefined) throw new Error(`no table has the type ${typeName}`);
  const plan = { fields: new Map(facts.map((fact) => [fact.number, fact])) };
  plans.set(typeName, plan);
  return plan;
}

function readInto(object: JsonObject, typeName: string, reader: Reader, end = reader.len): void {
  const { fields } = planOf(typeName);
  while (reader.pos < end) {
    if (--left < 0) throw new TooManyValuesError();
    const tag = reader.uint32();
    const [number, wire] = [tag >>> 3, tag & 7];
    assertTag(number, wire);
    const field = fields.get(number);
    if (field === undefined) reader.skipType(wire);
    else readField(object, field, reader, wire);
  }
  if (reader.pos > end) throw new RangeError("a field ends behind its message");
}

/** Throws for an invalid tag; `wireProblem` finds the text of the error. */
function assertTag(number: number, wire: number): void {
  if (wire === 4 || wire > 5 || number === 0) throw new Error("illegal tag");
}

function readField(object: JsonObject, field: FieldFact, reader: Reader, wire: number): void {
  const { type } = field;
  if (wire !== wireOf(type) && !(wire === 2 && isPacked(type))) throw new Error("wrong wire type");
  if (field.embedded && type.kind === "message") {
    const length = reader.uint32();
    readInto(object, type.name, reader, reader.pos + length);
  } else if (type.kind === "list" && type.wrapped !== true)
    readItems(listOf(object, field.name), type.item, reader, wire);
  else if (type.kind === "map") readEntry(mapOf(object, field.name), type.value, reader);
  else {
    const value =
      type.kind === "message"
        ? readNested(type.name, reader, record(object[field.name]))
        : readValue(type, reader);
    if (field.pointer || !isZero(value, type)) setKey(object, field.name, value);
    else delete object[field.name];
  }
}

function listOf(object: JsonObject, name: string): Json[] {
  const list = (object[name] ?? []) as Json[];
  object[name] = list;
  return list;
}

function mapOf(object: JsonObject, name: string): JsonObject {
  const map = record(object[name]);
  object[name] = map;
  return map;
}

const PACKED = new Set<ScalarCode>(["b", "i", "l", "d"]);

const isPacked = (type: TypeFact): boolean =>
  type.kind === "list" && type.item.kind === "scalar" && PACKED.has(type.item.code);

/** Returns the wire type: 0 for numbers of variable length, 1 for doubles, 2 for all values with a length. */
function wireOf(type: TypeFact): number {
  const scalar = type.kind === "list" ? type.item : type;
  if (scalar.kind !== "scalar") return 2;
  return scalar.code === "d" ? 1 : "bil".includes(scalar.code) ? 0 : 2;
}

/** Reads the items of a list; numbers can be packed into one field. */
function readItems(list: Json[], item: TypeFact, reader: Reader, wire: number): void {
  if (wire !== 2 || item.kind !== "scalar" || !PACKED.has(item.code)) {
    list.push(readValue(item, reader));
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) list.push(readValue(item, reader));
}

/** Reads the entry of a map: key and value, each with its own field number. */
function readEntry(map: JsonObject, type: TypeFact, reader: Reader): void {
  const end = reader.uint32() + reader.pos;
  let key = "";
  let value: Json | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag >>> 3 === 1) key = reader.string();
    else if (tag >>> 3 === 2) value = readValue(type, reader);
    else reader.skipType(tag & 7);
  }
  setKey(map, key, value ?? emptyOf(type));
}

function emptyOf(type: TypeFact): Json {
  if (type.kind !== "scalar") return type.kind === "list" ? [] : {};
  if (type.code === "Q") return "0";
  return type.code === "b" ? false : "ild".includes(type.code) ? 0 : "";
}

function readValue(type: TypeFact, reader: Reader): Json {
  if (type.kind === "scalar") return SCALARS[type.code](reader);
  if (type.kind === "message") return readNested(type.name, reader);
  // A map of lists has each list in a message with one field.
  const items: Json[] = [];
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (type.kind === "list" && tag >>> 3 === 1) readItems(items, type.item, reader, tag & 7);
    else reader.skipType(tag & 7);
  }
  return items;
}

/**
 * Reads a nested message, which can consist of several parts: fields that a later part does not contain keep
 * their values.
 */
function readNested(typeName: string, reader: Reader, nested: JsonObject = {}): JsonObject {
  const length = reader.uint32();
  readInto(nested, typeName, reader, reader.pos + length);
  return nested;
}

const schema = (bytes: Uint8Array): JsonObject => decodeMessage("apiextensions/v1.JSONSchemaProps", bytes);

const SCALARS: Readonly<Record<ScalarCode, (reader: Reader) => Json>> = {
  s: (reader) => reader.string(),
  b: (reader) => reader.bool(),
  i: (reader) => reader.int32(),
  l: (reader) => longValue(reader.int64()),
  d: (reader) => reader.double(),
  y: (reader) => Buffer.from(reader.bytes()).toString("base64"),
  T: (reader) => time(reader.bytes()),
  M: (reader) => microTime(reader.bytes()),
  D: (reader) => reader.bytes().length,
  Q: (reader) => quantityText(reader.bytes()),
  I: (reader) => intOrString(reader.bytes()),
  R: (reader) => jsonBytes(reader.bytes()),
  F: (reader) => jsonBytes(reader.bytes()),
  J: (reader) => jsonBytes(reader.bytes()),
  B: (reader) => schemaOrBool(reader.bytes(), schema),
  A: (reader) => schemaOrArray(reader.bytes(), schema),
  S: (reader) => schemaOrTexts(reader.bytes(), schema),
};

function longValue(value: number | { toString(): string }): Json {
  const big = BigInt(value.toString());
  return Number.isSafeInteger(Number(big)) ? Number(big) : big;
}

/** True for a value that means an absent field: Go's encoder writes it anyway. */
function isZero(value: Json, type: TypeFact): boolean {
  if (value === "" || value === 0 || value === false || value === null) return true;
  return type.kind === "message" && Object.keys(value).length === 0;
}
