import { remembered } from "../../async/remembered.ts";
import { MAX_VALUES } from "../../json/count-values.ts";
import { goFieldName } from "../go-form/go-names.ts";
import type { FieldFact, ScalarCode, TypeFact } from "../notation/notation.ts";
import { fieldFacts, MOST_TYPES } from "../notation/tables.ts";

/** A field on the wire: a number of variable length (0), a double (1), or a value with a length (2). */
interface WireField {
  readonly name: string;
  readonly wire: 0 | 1 | 2;
  readonly isPacked?: boolean;
  /** Message in the bytes; absent for any bytes. */
  readonly message?: () => WireMessage;
  /** True if each entry has a key (1) and a value (2). */
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
 * Returns the first error that gogo's generated code finds in a message of the tables; undefined if it finds
 * none. Slow; use it only for messages that were refused.
 */
export const wireProblem = (typeName: string, bytes: Uint8Array): string | undefined =>
  problemOf(tableMessage(typeName), bytes);

/** The same for the envelope (runtime.Unknown). */
export const envelopeProblem = (bytes: Uint8Array): string | undefined => problemOf(ENVELOPE, bytes);

function problemOf(message: WireMessage, bytes: Uint8Array): string | undefined {
  try {
    new Walk(bytes).message(message, bytes.length);
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

/** Walks through a message as the generated code does. Reads each byte once. */
class Walk {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** The two halves of the last number that was read, which has 64 bits. */
  #low = 0;
  #high = 0;
  /** Limit of steps: a tag, a length and a value for each of the values that a body can have. */
  #left = 3 * MAX_VALUES;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  message({ name, field }: WireMessage, end: number): void {
    while (this.#at < end) {
      const begin = this.#at;
      const [number, wire] = this.#tag(end);
      if (wire === 4) fail(`proto: ${name}: wiretype end group for non-group`);
      if (number <= 0) fail(`proto: ${name}: illegal tag ${number} (wire type ${wire})`);
      const known = field(number);
      if (known === undefined) this.#skipField(begin, end);
      else this.#field(known, wire, end);
    }
  }

  #field(field: WireField, wire: number, end: number): void {
    if (wire !== field.wire && !(field.isPacked && wire === 2))
      fail(`proto: wrong wireType = ${wire} for field ${field.name}`);
    if (wire === 0) this.#varint(end);
    else if (wire === 1) this.#goTo(this.#at + 8, end);
    else this.#bounded(field, this.#length(end), end);
  }

  #bounded(field: WireField, stop: number, end: number): void {
    if (field.isPacked) while (this.#at < stop) this.#varint(end);
    else if (field.isMap) this.#entry(field, stop, end);
    else if (field.message) this.message(field.message(), stop);
    this.#at = stop;
  }

  #entry({ message }: WireField, stop: number, end: number): void {
    while (this.#at < stop) {
      const begin = this.#at;
      const [number] = this.#tag(end);
      if (number === 1 || number === 2) {
        const next = this.#length(end);
        if (number === 2 && message !== undefined) this.message(message(), next);
        this.#at = next;
      } else this.#skipField(begin, stop);
    }
  }

  /** Skips an unknown field, including groups (skipGenerated). */
  #skipField(begin: number, end: number): void {
    let depth = 0;
    this.#at = begin;
    while (this.#at < end) {
      const [, wire] = this.#tag(end);
      if (wire === 3) depth++;
      else if (wire === 4) depth = depth === 0 ? fail("proto: unexpected end of group") : depth - 1;
      else this.#skipValue(wire, end);
      if (depth === 0) {
        this.#goTo(this.#at, end);
        return;
      }
    }
    fail(EOF);
  }

  /**
   * Skips a value. The end of the skipped bytes is checked later, so an error in a later part can be found
   * first.
   */
  #skipValue(wire: number, end: number): void {
    if (wire === 0) this.#varint(end);
    else if (wire === 1) this.#at += 8;
    else if (wire === 5) this.#at += 4;
    else if (wire === 2) this.#at = this.#lengthEnd(end);
    else fail(`proto: illegal wireType ${wire}`);
  }

  #goTo(next: number, end: number): void {
    this.#at = next > end ? fail(EOF) : next;
  }

  /** Returns the end of a value with a length. */
  #length(end: number): number {
    const stop = this.#lengthEnd(end);
    return stop > end ? fail(EOF) : stop;
  }

  #lengthEnd(end: number): number {
    this.#varint(end);
    const wraps = this.#high === MOST && this.#low + this.#at > 0xffff_ffff;
    if (this.#high > MOST || wraps) fail(NEGATIVE);
    return this.#at + this.#high * 2 ** 32 + this.#low;
  }

  #tag(end: number): readonly [number: number, wire: number] {
    this.#varint(end);
    return [(this.#low >>> 3) | (this.#high << 29), this.#low & 7];
  }

  #varint(end: number): void {
    if (--this.#left < 0) throw new RangeError("too long to look for what is wrong");
    this.#low = 0;
    this.#high = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      if (this.#at >= end) fail(EOF);
      const byte = this.#bytes[this.#at++] ?? 0;
      const bits = byte & 0x7f;
      if (shift < 32) this.#low = (this.#low | (bits << shift)) >>> 0;
      if (shift > 24)
        this.#high = (this.#high | (shift < 32 ? bits >>> (32 - shift) : bits << (shift - 32))) >>> 0;
      if (byte < 0x80) return;
    }
    fail(OVERFLOW);
  }
}

/** High half of the greatest int64. */
const MOST = 0x7fff_ffff;

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

const tableMessage = remembered((typeName): WireMessage => {
  const facts = new Map((fieldFacts(typeName) ?? []).map((fact) => [fact.number, fact]));
  const name = typeName.slice(typeName.indexOf(".") + 1);
  const field = (number: number): WireField | undefined => {
    const fact = facts.get(number);
    return fact === undefined ? undefined : wireField(fact, typeName);
  };
  return { name, field };
}, MOST_TYPES);

/** Names of fields in generated code that follow no rule. */
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
  const { type } = fact;
  const isOfList = type.kind === "message" && type.name === "meta/v1.ListMeta";
  const name = isOfList ? "ListMeta" : (ODD_NAMES[fact.name] ?? goFieldName(typeName, fact.name));
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
