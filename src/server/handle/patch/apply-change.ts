import type { KubeObject } from "../../../api/meta.ts";
import { badRequest, StatusError, tooLarge } from "../../../api/status.ts";
import type { Steps } from "../../../async/steps.ts";
import { quote } from "../../../go/quote.ts";
import { goTypeName } from "../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { parseCarefully } from "../../../json/parse/careful-parser.ts";
import { carryLiterals, infiniteProblem, type NumberLiterals } from "../../../json/parse/number-literals.ts";
import { type StrictlyParsedJson, strictSteps } from "../../../json/parse/parse.ts";
import { JsonSyntaxError } from "../../../json/parse/syntax-error.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { patchingSteps } from "../../../patch/apply.ts";
import { decodeSteps } from "../../../patch/decode.ts";
import { mergeSteps } from "../../../patch/merge-patch.ts";
import { type JsonPatch, JsonPatchDecodeError, JsonPatchError } from "../../../patch/operation.ts";
import { isTraceable, patchedText } from "../../../patch/patched-text.ts";
import {
  appliedPatch,
  strategicSteps,
} from "../../../resources/machine/strategic-patch/apply-strategic-patch.ts";
import type { ObjectShape } from "../../../types/shape.ts";
import type { FieldValidation } from "../write/body/write-options.ts";
import { listAsMergePatch, notAnObject } from "./list-as-merge-patch.ts";
import { placesOf, quoteMerged, quoteObject } from "./quote-object.ts";

/** Limit of the total size of `copy` operations, in bytes. */
const COPY_LIMIT = 3 * 1024 * 1024;
const MAX_OPERATIONS = 10_000;

/** Parsed patch, which computes the patched object. Never changes its argument. */
export interface Change {
  apply(object: KubeObject): Steps<JsonObject>;
  /** Returns the text of the patched `object` for a 422. */
  quote(patched: JsonObject, object: KubeObject): string;
  /** True if the result is not decoded from a text, but is a value that is converted to the Go type. */
  readonly unstructured?: boolean;
  /** Texts of unusual numbers in the patch, by their places in the last result. */
  readonly literals?: NumberLiterals | undefined;
  /** Problems of the patch itself: `duplicate field "data.a"`. */
  readonly problems: readonly string[];
}

/** Refusal of a patch that is not JSON. It comes before all other errors, and before the audit log has the patch. */
class InvalidPatch extends StatusError {
  constructor(cause: unknown) {
    super({ message: "invalid JSON patch", reason: "BadRequest", code: 400 }, { cause });
  }
}

/**
 * Parses a patch. The returned function returns it, or throws the error of reading it: that error is reported only
 * when there is an object to patch. Throws 400 at once for a patch that is not JSON.
 */
export function* changeForLater(...given: Parameters<typeof readChange>): Steps<() => Change> {
  try {
    const change = yield* readChange(...given);
    return () => change;
  } catch (error) {
    if (error instanceof InvalidPatch) throw error;
    return () => {
      throw error;
    };
  }
}

function readChange(
  type: "json" | "merge" | "strategic",
  bytes: Uint8Array,
  shape: ObjectShape,
  validation: FieldValidation,
): Steps<Change> {
  const isStrict = validation !== "Ignore";
  switch (type) {
    case "json":
      return jsonPatchChange(bytes, isStrict);
    case "merge":
      return mergePatchChange(bytes, isStrict);
    case "strategic":
      return strategicPatchChange(bytes, shape);
  }
}

/** Returns a function that computes the value at its first call. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Reads a JSON patch (RFC 6902); at most ten thousand operations. `isStrict`: a strict decoder reads it
 * first, whose error texts differ.
 */
export function* jsonPatchChange(bytes: Uint8Array, isStrict = true): Steps<Change> {
  const patch = yield* readJsonPatch(bytes, isStrict);
  const problem = isStrict ? memberProblem(patch.operations) : undefined;
  if (problem !== undefined) throw badRequest(`${PREFIX}${problem}`);
  yield;
  if (patch.operations.length > MAX_OPERATIONS)
    throw tooLarge(
      `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.operations.length}`,
    );
  const literals: NumberLiterals | undefined = patch.raw ? new Map() : undefined;
  const options = { copyLimit: COPY_LIMIT, ...(literals && { literals }) };
  return {
    literals,
    apply: (object) => applyOperations(object, patch, options),
    quote: (patched, object) =>
      isTraceable(patch)
        ? patchedText(object, asWritten(bytes))
        : quoteObject(patched, object, placesIn(patch.operations), literals),
    problems: yield* jsonPatchProblems(bytes, patch.operations),
  };
}

function* applyOperations(
  object: JsonObject,
  patch: JsonPatch,
  options: Parameters<typeof patchingSteps>[2],
): ReturnType<Change["apply"]> {
  try {
    return asPatched(yield* patchingSteps(object, patch, options));
  } catch (error) {
    throw error instanceof JsonPatchError ? unprocessable(error) : error;
  }
}

/** Returns the operations with the texts of their scalars; only refusals quote them. */
const asWritten = (bytes: Uint8Array): readonly (JsonObject | null)[] =>
  (parseCarefully(bytes, { raw: true }).value ?? []) as (JsonObject | null)[];

const placesIn = (operations: readonly (JsonObject | null)[]): Set<string> =>
  placesOf(operations.flatMap((operation) => [String(operation?.path), String(operation?.from)]));

const MEMBERS: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

/** Returns the problems of the operations: unknown members, and repeated members. */
function* jsonPatchProblems(bytes: Uint8Array, operations: readonly (JsonObject | null)[]): Steps<string[]> {
  const { duplicates, literals } = yield* strictSteps(bytes);
  const problem = infiniteProblem(literals, "jsonPatchOp.value");
  if (problem !== undefined) throw badRequest(`${PREFIX}${problem}`);
  const repeated = duplicates.map((path) => `json patch duplicate field ${quote(path)}`);
  const unknown = operations.flatMap((operation, i) =>
    Object.keys(operation ?? {})
      .filter((name) => !MEMBERS.has(name))
      .map((name) => `json patch unknown field ${quote(`[${i}].${name}`)}`),
  );
  return [...repeated, ...unknown];
}

const TEXTS: ReadonlySet<string> = new Set(["op", "path", "from"]);

/**
 * Returns the error of the strict decoder for members of the wrong type
 * (apiserver/pkg/endpoints/handlers/patch.go, jsonPatchOp).
 */
function memberProblem(operations: readonly (JsonObject | null)[]): string | undefined {
  for (const operation of operations)
    for (const [name, value] of Object.entries(operation ?? {}))
      if (TEXTS.has(name) && value !== null && typeof value !== "string")
        return cannotUnmarshal(goTypeName(value), "string", `jsonPatchOp.${name}`);
  return undefined;
}

function* readJsonPatch(bytes: Uint8Array, isStrict: boolean): Steps<JsonPatch> {
  try {
    return yield* decodeSteps(bytes);
  } catch (error) {
    if (!(error instanceof JsonPatchDecodeError)) throw error;
    if (error.cause instanceof JsonSyntaxError) throw new InvalidPatch(error);
    if (!isStrict) throw badRequest(error.message);
    const text = error.message
      .replace("type jsonpatch.Patch", "type []handlers.jsonPatchOp")
      .replace("type jsonpatch.Operation", "type handlers.jsonPatchOp");
    throw badRequest(`error decoding patch: ${text}`);
  }
}

const unprocessable = (cause: Error): StatusError =>
  new StatusError(
    {
      message: "the server rejected our request due to an error in our request",
      reason: "Invalid",
      details: {},
      code: 422,
    },
    { cause },
  );

/** Reads a merge patch (RFC 7386). `isStrict` as in `jsonPatchChange`. */
export function* mergePatchChange(bytes: Uint8Array, isStrict = true): Steps<Change> {
  const { patch, problems, literals } = yield* readMergePatch(bytes, isStrict);
  return {
    literals,
    apply: (object) => merge(object, patch, literals),
    quote: (patched, object) => quoteMerged(patched, object, patch, literals),
    problems,
  };
}

function* merge(
  object: JsonObject,
  patch: JsonObject,
  literals: NumberLiterals | undefined,
): ReturnType<Change["apply"]> {
  const merged = yield* mergeSteps(object, patch);
  if (literals !== undefined) carryLiterals(literals, patch, merged);
  return asPatched(merged);
}

const BAD_PATCH = "Invalid JSON Patch";

function* readMergePatch(bytes: Uint8Array, isStrict: boolean): ReturnType<typeof readPatchObject> {
  if (isStrict) return yield* readPatchObject(bytes, BAD_PATCH);
  try {
    const { value } = yield* readJson(bytes, PREFIX);
    if (Array.isArray(value)) throw listAsMergePatch(value);
    return yield* readPatchObject(bytes, BAD_PATCH);
  } catch (error) {
    if (!(error instanceof StatusError) || error instanceof InvalidPatch) throw error;
    throw error.code === 400 ? badRequest(BAD_PATCH) : error;
  }
}

/** Reads a strategic merge patch, the reference's own format, which merges lists by their keys. */
export function* strategicPatchChange(bytes: Uint8Array, shape: ObjectShape): Steps<Change> {
  const { patch, problems } = yield* readPatchObject(bytes, undefined, "");
  return {
    apply: (object) => strategicSteps(object, patch, shape),
    quote: (_, object) => goMap(appliedPatch(object, patch, shape)),
    unstructured: true,
    problems,
  };
}

function* readPatchObject(
  bytes: Uint8Array,
  forNull: string | undefined,
  prefix = PREFIX,
): Steps<{ patch: JsonObject; problems: readonly string[]; literals: NumberLiterals | undefined }> {
  const { value, duplicates, literals } = yield* readJson(bytes, prefix);
  const problems = duplicates.map((path) => `duplicate field ${quote(path)}`);
  if (isJsonObject(value)) return { patch: value, problems, literals };
  if (value === null && forNull === undefined) return { patch: {}, problems, literals };
  if (value === null) throw badRequest(forNull ?? "");
  throw badRequest(prefix + cannotUnmarshal(goTypeName(value), MAP));
}

const PREFIX = "error decoding patch: ";
const MAP = "map[string]interface {}";

function* readJson(bytes: Uint8Array, prefix: string): Steps<StrictlyParsedJson> {
  const parsed = yield* parseOrRefuse(bytes);
  const problem = infiniteProblem(parsed.literals);
  if (problem !== undefined) throw badRequest(`${prefix}${problem}`);
  return parsed;
}

function* parseOrRefuse(bytes: Uint8Array): Steps<StrictlyParsedJson> {
  try {
    return yield* strictSteps(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new InvalidPatch(error) : error;
  }
}

function asPatched(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  if (Array.isArray(value)) throw notAnObject(stringify(value));
  throw badRequest(PREFIX + cannotUnmarshal(goTypeName(value), MAP));
}

/** Formats a map like Go's %v: `map[a:1 b:map[c:x]]`, keys sorted. */
function goMap(value: Json | undefined): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goMap).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goMap(value[key])}`);
  return `map[${members.join(" ")}]`;
}
