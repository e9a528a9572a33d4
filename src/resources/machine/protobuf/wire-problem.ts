import { goFieldName } from "../../types/go-names.ts";
import { fieldFacts } from "../../types/tables.ts";
import type { FieldFact, ScalarCode, TypeFact } from "../fields/notation.ts";

/** A field as the wire has it: a number that varies in length (0), a double (1), or something with a length (2). */
interface WireField {
  readonly name: string;
  readonly wire: 0 | 1 | 2;
  readonly isPacked?: boolean;
  /** What the bytes are; absent: any. */
  readonly message?: () => WireMessage;
  /** Each entry has a key (1) and a value (2). */
  readonly isMap?: boolean;
}

interface WireMessage {
  readonly name: string;
  readonly field: (number: number) => WireField | undefined;
}

class WireError extends Error {}

const EOF = "unexpected EOF";
const OVERFLOW = "proto: integer overflow";
const NEGATIVE = "proto: negative length found during unmarshaling";

/**
 * What gogo's generated code says of a message of the tables that cannot be read: the first mistake in it. Undefined:
 * it has nothing against it. Slow; for messages that have been refused.
 */
export const wireProblem = (typeName: string, bytes: Uint8Array): string | undefined =>
  problemOf(tableMessage(typeName), bytes);

/** The same of the envelope (runtime.Unknown). */
export const envelopeProblem = (bytes: Uint8Array): string | undefined => problemOf(ENVELOPE, bytes);

function problemOf(message: WireMessage, bytes: Uint8Array): string | undefined {
  try {
    walk(message, bytes, 0, bytes.length);
    return undefined;
  } catch (error) {
    if (error instanceof WireError) return error.message;
    if (error instanceof RangeError) return EOF;
    throw error;
  }
}

function fail(text: string): never {
  throw new WireError(text);
}

function walk(message: WireMessage, bytes: Uint8Array, from: number, end: number): void {
  let at = from;
  while (at < end) {
    const [tag, after] = varint(bytes, at, end);
    const number = Number(BigInt.asIntN(32, tag >> 3n));
    const wire = Number(tag & 7n);
    if (wire === 4) fail(`proto: ${message.name}: wiretype end group for non-group`);
    if (number <= 0) fail(`proto: ${message.name}: illegal tag ${number} (wire type ${wire})`);
    const field = message.field(number);
    at = field === undefined ? skipUnknown(bytes, at, end) : readField(field, wire, bytes, after, end);
  }
}

function readField(field: WireField, wire: number, bytes: Uint8Array, at: number, end: number): number {
  if (wire !== field.wire && !(field.isPacked && wire === 2))
    fail(`proto: wrong wireType = ${wire} for field ${field.name}`);
  if (wire === 0) return varint(bytes, at, end)[1];
  if (wire === 1) return at + 8 > end ? fail(EOF) : at + 8;
  const [begin, stop] = lengthAt(bytes, at, end);
  if (field.isPacked) for (let next = begin; next < stop; ) next = varint(bytes, next, end)[1];
  else if (field.isMap) walkEntry(field, bytes, begin, stop, end);
  else if (field.message) walk(field.message(), bytes, begin, stop);
  return stop;
}

function walkEntry({ message }: WireField, bytes: Uint8Array, from: number, stop: number, end: number): void {
  let at = from;
  while (at < stop) {
    const [tag, after] = varint(bytes, at, end);
    const number = Number(BigInt.asIntN(32, tag >> 3n));
    if (number === 1 || number === 2) {
      const [begin, next] = lengthAt(bytes, after, end);
      if (number === 2 && message !== undefined) walk(message(), bytes, begin, next);
      at = next;
    } else at = skipUnknown(bytes, at, stop);
  }
}

/** Where something with a length begins and ends. */
function lengthAt(bytes: Uint8Array, at: number, end: number): readonly [number, number] {
  const [length, begin] = varint(bytes, at, end);
  const signed = BigInt.asIntN(64, length);
  if (signed < 0n || BigInt.asIntN(64, signed + BigInt(begin)) < 0n) fail(NEGATIVE);
  const stop = begin + Number(signed);
  return stop > end ? fail(EOF) : [begin, stop];
}

function skipUnknown(bytes: Uint8Array, from: number, end: number): number {
  const next = skip(bytes, from, end);
  return next > end ? fail(EOF) : next;
}

/** The end of a field that nobody knows, groups included (skipGenerated). */
function skip(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; ) {
    const [tag, after] = varint(bytes, at, end);
    const wire = Number(tag & 7n);
    at = after;
    if (wire === 0) at = varint(bytes, at, end)[1];
    else if (wire === 1) at += 8;
    else if (wire === 2) at = pastLength(bytes, at, end);
    else if (wire === 3) depth++;
    else if (wire === 4) depth = depth === 0 ? fail("proto: unexpected end of group") : depth - 1;
    else if (wire === 5) at += 4;
    else fail(`proto: illegal wireType ${wire}`);
    if (depth === 0) return at;
  }
  return fail(EOF);
}

/** What is skipped is not compared with the end at once: what comes after may be wrong before. */
function pastLength(bytes: Uint8Array, at: number, end: number): number {
  const [length, begin] = varint(bytes, at, end);
  const signed = BigInt.asIntN(64, length);
  return signed < 0n ? fail(NEGATIVE) : begin + Number(signed);
}

function varint(bytes: Uint8Array, from: number, end: number): readonly [bigint, number] {
  let value = 0n;
  for (let shift = 0n, at = from; shift < 64n; shift += 7n, at++) {
    if (at >= end) fail(EOF);
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return [BigInt.asUintN(64, value), at + 1];
  }
  return fail(OVERFLOW);
}

const fixed = (name: string, fields: Readonly<Record<number, WireField>>): (() => WireMessage) => {
  const message: WireMessage = { name, field: (number) => fields[number] };
  return () => message;
};

const bytes = (name: string): WireField => ({ name, wire: 2 });
const number = (name: string): WireField => ({ name, wire: 0 });
const schema = (name: string): WireField => ({
  name,
  wire: 2,
  message: () => tableMessage("apiextensions/v1.JSONSchemaProps"),
});

const TYPE_META = fixed("TypeMeta", { 1: bytes("APIVersion"), 2: bytes("Kind") });
const ENVELOPE = fixed("Unknown", {
  1: { name: "TypeMeta", wire: 2, message: TYPE_META },
  2: bytes("Raw"),
  3: bytes("ContentEncoding"),
  4: bytes("ContentType"),
})();
const TIMESTAMP = fixed("Timestamp", { 1: number("Seconds"), 2: number("Nanos") });

/** Scalars of the tables that are messages on the wire. */
const MESSAGES: Partial<Record<ScalarCode, () => WireMessage>> = {
  T: TIMESTAMP,
  M: TIMESTAMP,
  D: fixed("Duration", { 1: number("Duration") }),
  Q: fixed("Quantity", { 1: bytes("String_") }),
  I: fixed("IntOrString", { 1: number("Type"), 2: number("IntVal"), 3: bytes("StrVal") }),
  R: fixed("RawExtension", { 1: bytes("Raw") }),
  F: fixed("FieldsV1", { 1: bytes("Raw") }),
  J: fixed("JSON", { 1: bytes("Raw") }),
  B: fixed("JSONSchemaPropsOrBool", { 1: number("Allows"), 2: schema("Schema") }),
  A: fixed("JSONSchemaPropsOrArray", { 1: schema("Schema"), 2: schema("JSONSchemas") }),
  S: fixed("JSONSchemaPropsOrStringArray", { 1: schema("Schema"), 2: bytes("Property") }),
};

const known = new Map<string, WireMessage>();

function tableMessage(typeName: string): WireMessage {
  const made = known.get(typeName);
  if (made !== undefined) return made;
  const facts = new Map((fieldFacts(typeName) ?? []).map((fact) => [fact.number, fact]));
  const name = typeName.slice(typeName.indexOf(".") + 1);
  const field = (number: number): WireField | undefined => {
    const fact = facts.get(number);
    return fact === undefined ? undefined : wireField(fact, typeName);
  };
  const message = { name, field };
  known.set(typeName, message);
  return message;
}

/** Names of fields in generated code that follow from no rule. */
const ODD_NAMES: Readonly<Record<string, string>> = {
  $ref: "Ref",
  $schema: "Schema",
  bool: "BoolValue",
  bools: "BoolValues",
  caBundle: "CABundle",
  chapAuthDiscovery: "DiscoveryCHAPAuth",
  chapAuthSession: "SessionCHAPAuth",
  cidr: "CIDR",
  cidrs: "CIDRs",
  externalID: "DoNotUseExternalID",
  gid: "GID",
  id: "ID",
  int: "IntValue",
  ints: "IntValues",
  ips: "IPs",
  jsonPatch: "JSONPatch",
  jsonPath: "JSONPath",
  lastState: "LastTerminationState",
  qosClass: "QOSClass",
  reportingComponent: "ReportingController",
  string: "StringValue",
  strings: "StringValues",
  tls: "TLS",
  ttlSecondsAfterFinished: "TTLSecondsAfterFinished",
  url: "URL",
  "x-kubernetes-embedded-resource": "XEmbeddedResource",
  "x-kubernetes-int-or-string": "XIntOrString",
  "x-kubernetes-list-map-keys": "XListMapKeys",
  "x-kubernetes-list-type": "XListType",
  "x-kubernetes-map-type": "XMapType",
  "x-kubernetes-preserve-unknown-fields": "XPreserveUnknownFields",
  "x-kubernetes-validations": "XValidations",
};

function wireField(fact: FieldFact, typeName: string): WireField {
  const name = ODD_NAMES[fact.name] ?? goFieldName(typeName, fact.name);
  const { type } = fact;
  if (type.kind === "map") return { name, isMap: true, ...wireValue(type.value) };
  if (type.kind === "list" && type.wrapped !== true) {
    const item = wireValue(type.item);
    return { name, isPacked: item.wire === 0, ...item };
  }
  return { name, ...wireValue(type) };
}

function wireValue(type: TypeFact): Omit<WireField, "name"> {
  if (type.kind === "message") return { wire: 2, message: () => tableMessage(type.name) };
  if (type.kind === "list") return { wire: 2, message: fixed(type.goName ?? "", { 1: bytes("Items") }) };
  if (type.kind === "map") return { wire: 2 };
  const message = MESSAGES[type.code];
  if (message !== undefined) return { wire: 2, message };
  return { wire: type.code === "d" ? 1 : "bil".includes(type.code) ? 0 : 2 };
}
