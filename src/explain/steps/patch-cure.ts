import { readPointer, unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../../json/value.ts";
import { applyJsonPatch } from "../../patch/apply.ts";
import type { JsonPatch } from "../../patch/operation.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { nearest, nearestKey } from "../near.ts";

/** Maps whose keys are qualified names with a slash. */
const MAPS = /\/(?:labels|annotations|matchLabels|nodeSelector)$/;

const DECODED = /(add|copy|move|remove|replace|test) operation failed to decode (path|from): /;

/**
 * Says how to write the operation of a patch that did not apply, from the server's error, the object before the patch, and
 * its operations as far as they are known; empty if it is not known. `done`: what the operations before it have done.
 */
export function patchCure(
  message: string,
  before: Json | undefined,
  operations: JsonPatch["operations"] = [],
  done = appliedTo(before, operations),
): string {
  if (message.includes("Unexpected kind: ")) return unknownOperation(operations);
  const { object, applied, failing } = done;
  const memberless = absentMember(message, operations);
  if (memberless !== undefined || !isJsonObject(object)) return memberless ?? "";
  const tested = testedPointer(message);
  if (tested !== undefined) return testCure(tested, object);
  const missing = missingPlace(message, operations[failing ?? -1]);
  if (missing === undefined) return "";
  return (
    misspeltPointer(missing.pointer) ??
    missingCure(missing, placeOf(missing.pointer, object), applied, message)
  );
}

/** `operation 2 has no path`, for an operation that could not be decoded. */
function absentMember(message: string, operations: JsonPatch["operations"]): string | undefined {
  const [, op, member] = DECODED.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  const index = operations.findIndex((one) => member && one?.op === op && one?.[member] === undefined);
  return member === undefined || index < 0
    ? undefined
    : `operation ${index} has no ${member}${nearMember(member, operations[index] ?? {})}`;
}

/** Place that an operation test found another value at. */
const testedPointer = (message: string): string | undefined =>
  /^testing value (\S+) failed: test failed$/.exec(message.slice(0, LONGEST_MATCHED))?.[1];

/** Says how a pointer is written that begins without a slash or has two in a row. */
function misspeltPointer(pointer: string): string | undefined {
  if (!pointer.startsWith("/")) return `a path begins with a slash: /${pointer}`;
  return pointer.includes("//") ? emptyPart(pointer) : undefined;
}

/** The part of a pointer that the object has, the value there, and the keys that it does not have. */
interface Reached {
  readonly base: string;
  readonly value: Json | undefined;
  readonly rest: readonly string[];
}

function placeOf(pointer: string, object: JsonObject): Reached {
  const keys = pointer.split("/").slice(1);
  const upTo = (count: number): string =>
    keys
      .slice(0, count)
      .map((key) => `/${key}`)
      .join("");
  const there =
    [...keys.keys()].findLast((count) => count === 0 || readPointer(object, upTo(count)) !== undefined) ?? 0;
  const base = upTo(there);
  return { base, value: readPointer(object, base), rest: keys.slice(there) };
}

/** Says how to write an operation whose pointer leads to nothing. `applied`: the operations before it. */
function missingCure(
  { operation, pointer }: MissingPlace,
  { base, value, rest }: Reached,
  applied: readonly JsonObject[],
  message: string,
): string {
  if (base !== "" && !isJsonObject(value) && !Array.isArray(value)) return withoutParts(base, value, applied);
  const [first = "", ...others] = rest;
  const near = isJsonObject(value) ? nearestKey(unescapeToken(first), Object.keys(value)) : undefined;
  if (near !== undefined && (others.length > 0 || operation !== "add"))
    return `the object has no ${base}/${first}: ${base}/${near} is probably meant`;
  const slash = MAPS.test(base)
    ? slashInKey(base, rest)
    : MAPS.test(`${base}/${first}`)
      ? slashInKey(`${base}/${first}`, others)
      : undefined;
  if (slash !== undefined) return slash;
  if (others.length === 1) return `the object has no ${base}/${unescapeToken(first)}: ${addFirst(message)}`;
  return operation === "remove" || operation === "replace" ? instead(operation, pointer) : "";
}

/** Says that a value on the way of a pointer has no members, and which operation wrote it. */
function withoutParts(base: string, value: Json | undefined, applied: readonly JsonObject[]): string {
  const writer = applied.findLastIndex(({ path }) => path === base);
  const by = writer < 0 ? "" : `: operation ${writer} of this patch wrote it`;
  return `${base} is ${typeof value === "string" ? "the text " : ""}${JSON.stringify(value)}, which has no parts${by}`;
}

/** Says that the slash of a qualified name is to be escaped, if a key of a map seems to have several parts. */
const slashInKey = (map: string, name: readonly string[]): string | undefined =>
  name.length > 1 ? `a slash in a key is written as ~1: ${map}/${name.join("~1")}` : undefined;

/** Between two slashes is a member whose name is empty. */
const emptyPart = (pointer: string): string =>
  `two slashes in a row name a member without a name: is ${pointer.replaceAll(/\/{2,}/g, "/")} meant?`;

/** Says what an operation test found: another value, or none. */
function testCure(pointer: string, object: JsonObject): string {
  if (readPointer(object, pointer) !== undefined)
    return `the object has another value at ${pointer} than the operation test wants`;
  const [parent, key] = [
    pointer.slice(0, pointer.lastIndexOf("/")),
    pointer.slice(pointer.lastIndexOf("/") + 1),
  ];
  const around = readPointer(object, parent);
  const near = isJsonObject(around) ? nearestKey(unescapeToken(key), Object.keys(around)) : undefined;
  return `the object has no ${pointer}${near === undefined ? "" : `: ${parent}/${near} is probably meant`}`;
}

const OPERATIONS = ["add", "remove", "replace", "copy", "move", "test"];

/** Names the operation of a patch that has no op, or one that does not exist. */
function unknownOperation(operations: JsonPatch["operations"]): string {
  const usual = `the operations are ${OPERATIONS.slice(0, -1).join(", ")} and ${OPERATIONS.at(-1)}`;
  const index = operations.findIndex((one) => !OPERATIONS.includes(text(one?.op)));
  if (index < 0) return usual;
  const operation = operations[index] ?? {};
  const { op, path } = operation;
  const which = `operation ${index}${text(path) === "" ? "" : ` (${text(path)})`}`;
  if (op !== undefined) {
    const near = nearest(text(op), OPERATIONS);
    return `${which} has the op ${JSON.stringify(op)}${near === undefined ? "" : `, "${near}" is probably meant`}: ${usual}`;
  }
  return `${which} has no op${nearMember("op", operation)}: ${usual}`;
}

/** A member of an operation that was probably meant to be this one. */
function nearMember(name: string, operation: JsonObject): string {
  const near = nearest(
    name,
    Object.keys(operation).filter((key) => !MEMBERS.includes(key)),
  );
  return near === undefined ? "" : ` (it has "${near}")`;
}

const MEMBERS = ["op", "path", "from", "value"];
const WITH_VALUE: ReadonlySet<string> = new Set(["add", "replace"]);

/** Says which operation of a patch lacks its value, so that it writes null; undefined if none does. */
export function valueless(operations: JsonPatch["operations"] = []): string | undefined {
  const index = operations.findIndex((one) => WITH_VALUE.has(text(one?.op)) && one?.value === undefined);
  const operation = operations[index];
  if (!isJsonObject(operation)) return undefined;
  const { op, path } = operation;
  return `operation ${index} of its patch (${text(op)} ${text(path)}) has no value${nearMember("value", operation)}, and writes null`;
}

/** The operation that found no place, and its pointer. */
interface MissingPlace {
  readonly operation: string;
  readonly pointer: string;
}

/**
 * Reads the operation that found no place from the server's error; undefined if the error is another one. `failing`: the
 * operation, if it is known; an error about a last key does not name the path.
 */
function missingPlace(message: string, failing: JsonObject | null | undefined): MissingPlace | undefined {
  const { op, path, from } = failing ?? {};
  const [, operation = text(op), named] =
    /(add|copy|move|remove|replace|test) operation does not apply: (?:doc )?is missing (?:from |destination )?(?:path|key): "?([^":\s]*)"?(?:: |$)/.exec(
      message.slice(0, LONGEST_MATCHED),
    ) ?? [];
  const removed = message.includes("Unable to remove nonexistent key") ? text(from ?? path) : "";
  const pointer = named ?? (removed === "" ? undefined : removed);
  return pointer === undefined ? undefined : { operation, pointer };
}

/** The same from the error alone, as far as the pointer tells it. */
export function patchAdvice(message: string): string {
  const missing = missingPlace(message, undefined);
  if (missing === undefined) return "";
  const { operation, pointer } = missing;
  const misspelt = misspeltPointer(pointer);
  if (misspelt !== undefined) return misspelt;
  const keys = pointer.split("/").slice(1);
  const upTo = (count: number): string => `/${keys.slice(0, count).join("/")}`;
  const at = keys.findIndex((_, index) => MAPS.test(upTo(index + 1)));
  const slash = at < 0 ? undefined : slashInKey(upTo(at + 1), keys.slice(at + 1));
  if (slash !== undefined) return slash;
  return operation === "add" || operation === "copy" || operation === "move"
    ? `the object has no ${upTo(keys.length - 1)}: ${addFirst(message)}, or correct its spelling, also of upper and lower case`
    : instead(operation, pointer);
}

/** The advice for a value whose parent is not there; an empty one has nothing to copy or move. */
const addFirst = (message: string): string =>
  message.includes("missing from path") ? "leave the operation out" : "add it first, with an empty value";

/** The advice for an operation whose value is not there. */
function instead(operation: string, pointer: string): string {
  const add = /\/\d+$/.test(pointer) ? "use add, at the end of a list with - as the index" : "use add";
  return `the object has no ${pointer}: ${operation === "remove" ? "leave the operation out" : add}, or test for it`;
}

/** Applies the operations before the one that fails; `failing` is its index. */
export function appliedTo(before: Json | undefined, operations: JsonPatch["operations"]) {
  let object = before;
  const applied: JsonObject[] = [];
  for (const operation of operations.slice(0, MOST_OPERATIONS)) {
    try {
      object = object && applyJsonPatch(object, { operations: [operation], raw: false });
    } catch {
      return { object, whole: undefined, applied, failing: applied.length };
    }
    applied.push(operation ?? {});
  }
  // None of them fails: the error is not about these, or about the whole result.
  return { object: before, whole: object, applied: [], failing: undefined };
}

const MOST_OPERATIONS = 200;
