import type protobuf from "protobufjs/minimal.js";
import type { Steps } from "../../../../async/steps.ts";
import { writeNode } from "../../../../go-yaml/write-node.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { protobufjs } from "../../../../types/protobuf/library.ts";

/** Writes one value as field `number` of a message. */
export type Put = (writer: protobuf.Writer, number: number, value: Json) => void;

/** Field number and encoder by JSON name. */
export type Fields = Readonly<Record<string, readonly [number, Put]>>;

const tag = (writer: protobuf.Writer, number: number, wire: number): protobuf.Writer =>
  writer.uint32((number << 3) | wire);

/** A field of type string. */
export const text: Put = (writer, number, value) => void tag(writer, number, 2).string(String(value));
/** A field of type bool. */
export const flag: Put = (writer, number, value) => void tag(writer, number, 0).bool(value === true);
/** A field of type double. */
export const double: Put = (writer, number, value) => void tag(writer, number, 1).double(Number(value));
/** A field of type int64. */
export const long: Put = (writer, number, value) => void tag(writer, number, 0).int64(Number(value));

/** Writes an Any: the value as YAML text (gnostic-models, compiler.Marshal). */
export const any: Put = (writer, number, value) => {
  tag(writer, number, 2).fork();
  text(writer, 2, writeNode(value));
  writer.ldelim();
};

/** Writes the same field once for each item. */
export const each =
  (put: Put): Put =>
  (writer, number, value) => {
    for (const item of Array.isArray(value) ? value : [value]) put(writer, number, item);
  };

/** Writes a message whose only field is this one. */
export const wrap =
  (inner: number, put: Put): Put =>
  (writer, number, value) => {
    tag(writer, number, 2).fork();
    put(writer, inner, value);
    writer.ldelim();
  };

/** Writes an object as repeated messages of a name and a value. `inside`: the field of the message around them. */
export const named =
  (inside: number, put: Put): Put =>
  (writer, number, value) => {
    tag(writer, number, 2).fork();
    for (const [name, member] of entries(value)) pair(writer, inside, name, member, put);
    writer.ldelim();
  };

function pair(writer: protobuf.Writer, number: number, name: string, value: Json, put: Put): void {
  tag(writer, number, 2).fork();
  text(writer, 1, name);
  put(writer, 2, value);
  writer.ldelim();
}

/** Writes a message of known fields; members that begin with `x-` go to the field `extensions`. */
export const message =
  (fields: Fields, extensions?: number): Put =>
  (writer, number, value) => {
    tag(writer, number, 2).fork();
    putFields(writer, fields, value, extensions);
    writer.ldelim();
  };

function putFields(writer: protobuf.Writer, fields: Fields, value: Json, extensions?: number): void {
  const known = entries(value).flatMap(([name, member]): [number, () => void][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) return [[field[0], () => field[1](writer, field[0], member)]];
    if (extensions === undefined || !name.startsWith("x-")) return [];
    return [[extensions, () => pair(writer, extensions, name, member, any)]];
  });
  // Go writes the fields of a message in the order of their numbers.
  for (const [, put] of known.sort(([a], [b]) => a - b)) put();
}

/** Selects one of two encoders by the value. */
export const either =
  (is: (value: JsonObject) => boolean, yes: Put, no: Put): Put =>
  (writer, number, value) =>
    (isJsonObject(value) && is(value) ? yes : no)(writer, number, value);

function entries(value: Json): [string, Json][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, member]]));
}

/** Encodes a whole document. */
export function encodeDocument(fields: Fields, document: JsonObject): Uint8Array {
  const writer = protobufjs().Writer.create();
  putFields(writer, fields, document);
  return writer.finish();
}

/**
 * Encodes a document in steps. `maps`: the members that are encoded item by item; they are `named` in
 * `fields`, with the same inner field and the same encoder.
 */
export function* encodeSteps(
  fields: Fields,
  maps: Readonly<Record<string, readonly [inside: number, put: Put]>>,
  document: JsonObject,
): Steps<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const byNumber = Object.entries(fields).sort(([, [a]], [, [b]]) => a - b);
  for (const [name, field] of byNumber) {
    const value = document[name];
    if (value === undefined) continue;
    const map = maps[name];
    if (map === undefined) pieces.push(encodeDocument({ [name]: field }, { [name]: value }));
    else pieces.push(...(yield* mapSteps(field[0], map, value)));
  }
  return Buffer.concat(pieces);
}

/** Encodes a map as `named` does, one item per step. */
function* mapSteps(
  number: number,
  [inside, put]: readonly [number, Put],
  value: Json,
): Steps<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const [name, member] of entries(value)) {
    yield;
    const writer = protobufjs().Writer.create();
    pair(writer, inside, name, member, put);
    pieces.push(writer.finish());
  }
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return [tag(protobufjs().Writer.create(), number, 2).uint32(bytes).finish(), ...pieces];
}
