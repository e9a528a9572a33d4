import type { Steps } from "../../async/steps.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { TypeFact } from "../notation/notation.ts";
import { fieldFacts } from "../notation/tables.ts";
import { encodeMessage } from "./encode.ts";
import { encodeProtobuf } from "./encode-envelope.ts";
import { messageType } from "./message-types.ts";
import { varintSize } from "./varint-size.ts";

/** Number of map entries or list items that one step encodes. */
const A_STEP = 5000;

/**
 * Returns the size of an object in the form of `encodeProtobuf`, in bytes; undefined for kinds without that
 * form. Maps and lists of the object itself with very many members are encoded in parts.
 */
export function* protobufSize(object: JsonObject): Steps<number | undefined> {
  const { apiVersion, kind } = object;
  const typeName = messageType(String(apiVersion ?? ""), String(kind));
  const large = typeName === undefined ? [] : largeMembers(typeName, object);
  if (typeName === undefined || large.length === 0) return encodeProtobuf(object)?.byteLength;
  const rest = { ...object };
  for (const name of large) delete rest[name];
  const empty = encodeMessage(typeName, {}).byteLength;
  let added = 0;
  for (const name of large) {
    for (const part of partsOf(object[name])) {
      added += encodeMessage(typeName, { [name]: part }).byteLength - empty;
      yield;
    }
  }
  const message = encodeMessage(typeName, rest).byteLength;
  const whole = encodeProtobuf(rest)?.byteLength ?? 0;
  return whole + added + varintSize(message + added) - varintSize(message);
}

/**
 * Returns the large members whose parts are separate fields of the message, so that they can be encoded one
 * after the other.
 */
function largeMembers(typeName: string, object: JsonObject): string[] {
  const facts = fieldFacts(typeName) ?? [];
  return facts
    .filter(({ embedded, name, type }) => !embedded && isRepeated(type) && isLarge(object[name]))
    .map(({ name }) => name);
}

const isRepeated = (type: TypeFact): boolean =>
  type.kind === "map" || (type.kind === "list" && type.wrapped !== true);

function isLarge(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > A_STEP;
  return isJsonObject(value) && Object.keys(value).length > A_STEP;
}

function* partsOf(value: Json | undefined): Generator<Json> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += A_STEP) yield value.slice(i, i + A_STEP);
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value);
    for (let i = 0; i < keys.length; i += A_STEP)
      yield Object.fromEntries(keys.slice(i, i + A_STEP).map((key) => [key, value[key] ?? null]));
  }
}
