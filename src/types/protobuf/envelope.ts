import type protobuf from "protobufjs/minimal.js";
import { parseGroupVersion } from "../../api/group-version.ts";
import { TooManyValuesError } from "../../json/count-values.ts";
import type { JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { decodeBody } from "./decode.ts";
import { protobufjs } from "./library.ts";
import { envelopeProblem, wireProblem } from "./wire-problem.ts";

const MAGIC = [0x6b, 0x38, 0x73, 0x00];

/** Error of an `application/vnd.kubernetes.protobuf` body that cannot be decoded; the text is the reference's. */
export class ProtobufError extends Error {}

interface ProtobufEnvelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/**
 * Decodes a protobuf body to the equivalent JSON object, with apiVersion and kind from the envelope
 * (apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, Decode). Throws ProtobufError and
 * TooManyValuesError.
 */
export function decodeProtobuf(bytes: Uint8Array): JsonObject {
  const { apiVersion, kind, raw } = openEnvelope(bytes);
  return { kind, apiVersion, ...decodeRaw(tableName(apiVersion, kind), raw) };
}

/** Returns apiVersion and kind of a protobuf body, and the message in it. Throws ProtobufError. */
export function openEnvelope(bytes: Uint8Array): ProtobufEnvelope {
  if (bytes.length === 0) throw new ProtobufError("empty data");
  if (MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new ProtobufError(
      "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
    );
  if (bytes.length === MAGIC.length) throw new ProtobufError("empty body");
  const body = bytes.subarray(MAGIC.length);
  return readable(
    () => readEnvelope(body),
    () => envelopeProblem(body),
  );
}

/** Decodes the message in an envelope as a type of the tables. Throws the same errors as `decodeProtobuf`. */
export const decodeRaw = (typeName: string, raw: Uint8Array): JsonObject =>
  readable(
    () => decodeBody(typeName, raw),
    () => wireProblem(typeName, raw),
  );

/** Runs `read` and converts its errors. `problem`: returns the reference's words if the wire format is invalid. */
function readable<T>(read: () => T, problem: () => string | undefined): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooManyValuesError) throw error;
    const other = error instanceof RangeError ? "unexpected EOF" : messageOf(error);
    throw new ProtobufError(problem() ?? other, { cause: error });
  }
}

/** Decodes runtime.Unknown: typeMeta=1 {apiVersion=1, kind=2}, raw=2. */
function readEnvelope(bytes: Uint8Array): ProtobufEnvelope {
  const envelope: { apiVersion: string; kind: string; raw: Uint8Array } = {
    apiVersion: "",
    kind: "",
    raw: new Uint8Array(),
  };
  const reader = protobufjs().Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = envelopeTag(reader, 4);
    if (tag >>> 3 === 1) readTypeMeta(protobufjs().Reader.create(reader.bytes()), envelope);
    else if (tag >>> 3 === 2) envelope.raw = reader.bytes();
    else reader.skipType(tag & 7);
  }
  return envelope;
}

/**
 * Reads the tag of the next field. `texts`: fields up to this number must have a length. `envelopeProblem`
 * finds the text of the error.
 */
function envelopeTag(reader: protobuf.Reader, texts: number): number {
  const tag = reader.uint32();
  const number = tag >>> 3;
  if (number === 0 || (tag & 7) === 4 || (number <= texts && (tag & 7) !== 2)) throw new Error("illegal tag");
  return tag;
}

function readTypeMeta(reader: protobuf.Reader, envelope: { apiVersion: string; kind: string }): void {
  while (reader.pos < reader.len) {
    const tag = envelopeTag(reader, 2);
    if (tag >>> 3 === 1) envelope.apiVersion = reader.string();
    else if (tag >>> 3 === 2) envelope.kind = reader.string();
    else reader.skipType(tag & 7);
  }
}

/** Converts `apps/v1 Deployment` to `apps/v1.Deployment`; the options of all groups are types of meta. */
function tableName(apiVersion: string, kind: string): string {
  const { group, version } = parseGroupVersion(apiVersion);
  if (kind === "DeleteOptions") return "meta/v1.DeleteOptions";
  const table = group === "" ? "core" : (group.split(".")[0] ?? group);
  return `${table}/${version}.${kind}`;
}
