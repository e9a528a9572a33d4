import { atOnce, type Steps } from "../async/steps.ts";
import { goTypeName } from "../go/type-name.ts";
import { cannotUnmarshal } from "../json/cannot-unmarshal.ts";
import { getKey } from "../json/object.ts";
import { parseCarefully } from "../json/parse/careful-parser.ts";
import { parseJson } from "../json/parse/parse.ts";
import { scanJson } from "../json/parse/scan.ts";
import { RawScalar } from "../json/raw-scalar.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import { type JsonPatch, JsonPatchDecodeError } from "./operation.ts";

/**
 * Decodes a patch from a text or its bytes. `null` is a patch without operations. Throws JsonPatchDecodeError: a
 * syntax error, or `json: cannot unmarshal object into Go value of type jsonpatch.Patch`.
 */
export const decodeJsonPatch = (input: string | Uint8Array): JsonPatch => atOnce(decodeSteps(input));

/** `decodeJsonPatch` in steps. */
export function* decodeSteps(input: string | Uint8Array): Steps<JsonPatch> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const raw = needsText(bytes);
  yield;
  const value = read(bytes, raw);
  if (value === null) return { operations: [], raw: false };
  if (!Array.isArray(value)) throw wrongType(value, "Patch");
  const operations = value.map((operation) => {
    if (operation !== null && !isJsonObject(operation)) throw wrongType(operation, "Operation");
    return operation;
  });
  return { operations: raw ? operations.map(withPlainTexts) : operations, raw };
}

/** Replaces RawScalar in `op`, `path` and `from` by their plain texts. The spelling matters only in `value`. */
function withPlainTexts(operation: JsonObject | null): JsonObject | null {
  if (operation === null) return null;
  const plain = { ...operation };
  for (const name of ["op", "path", "from"]) {
    const member: unknown = getKey(operation, name);
    if (member instanceof RawScalar) plain[name] = member.value;
  }
  return plain;
}

/**
 * True if the texts of scalars must be kept. Only `test` compares texts, but unusual numbers must reach the decoder
 * as they were written.
 */
function needsText(bytes: Uint8Array): boolean {
  if (scanJson(bytes).unusual) return true;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return /[\\<>&\u2028\u2029]/.test(text) && text.includes('"test"');
}

function read(bytes: Uint8Array, raw: boolean): Json {
  try {
    return raw ? parseCarefully(bytes, { raw }).value : parseJson(bytes);
  } catch (error) {
    throw new JsonPatchDecodeError(messageOf(error), { cause: error });
  }
}

function wrongType(value: Json, type: "Patch" | "Operation"): JsonPatchDecodeError {
  return new JsonPatchDecodeError(cannotUnmarshal(goTypeName(value), `jsonpatch.${type}`));
}
