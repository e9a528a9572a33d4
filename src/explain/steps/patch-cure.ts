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
  const { object, applied, failing } = done;
  const { operation, pointer } = missingPlace(message, operations[failing ?? -1]);
  if (message.includes("Unexpected kind: ")) return unknownOperation(operations);
  const [, op, member] = DECODED.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  const index = operations.findIndex((one) => member && one?.op === op && one?.[member] === undefined);
  if (member !== undefined && index >= 0)
    return `operation ${index} has no ${member}${nearMember(member, operations[index] ?? {})}`;
  const [, tested] =
    /^testing value (\S+) failed: test failed$/.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  if (tested !== undefined && isJsonObject(object)) return testCure(tested, object);
  if (pointer === undefined || !isJsonObject(object)) return "";
  if (!pointer.startsWith("/")) return `a path begins with a slash: /${pointer}`;
  const keys = pointer.split("/").slice(1);
  if (pointer.includes("//")) return emptyPart(pointer);
  const isThere = (count: number): boolean =>
    count === 0 || readPointer(object, `/${keys.slice(0, count).join("/")}`) !== undefined;
  const there = [...keys.keys()].findLast(isThere) ?? 0;
  const base = keys
    .slice(0, there)
    .map((key) => `/${key}`)
    .join("");
  const rest = keys.slice(there);
  const parent = readPointer(object, base);
  if (base !== "" && !isJsonObject(parent) && !Array.isArray(parent)) {
    const writer = applied.findLastIndex(({ path }) => path === base);
    const by = writer < 0 ? "" : `: operation ${writer} of this patch wrote it`;
    return `${base} is ${typeof parent === "string" ? "the text " : ""}${JSON.stringify(parent)}, which has no parts${by}`;
  }
  const near = isJsonObject(parent)
    ? nearestKey(unescapeToken(rest[0] ?? ""), Object.keys(parent))
    : undefined;
  if (near !== undefined && (rest.length > 1 || operation !== "add"))
    return `the object has no ${base}/${rest[0]}: ${base}/${near} is probably meant`;
  // The slash of a qualified name was not escaped.
  const isMap = MAPS.test(base) || MAPS.test(`${base}/${rest[0]}`);
  const [map, name] = MAPS.test(base) ? [base, rest] : [`${base}/${rest[0]}`, rest.slice(1)];
  if (isMap && name.length > 1) return `a slash in a key is written as ~1: ${map}/${name.join("~1")}`;
  if (rest.length === 2)
    return `the object has no ${base}/${unescapeToken(rest[0] ?? "")}: ${addFirst(message)}`;
  return operation === "remove" || operation === "replace" ? instead(operation, pointer) : "";
}

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

/**
 * The operation that found no place, and its pointer, from the server's error; undefined if the error is another one. `failing`: the
 * operation, if it is known; an error about a last key does not name the path.
 */
function missingPlace(
  message: string,
  failing: JsonObject | null | undefined,
): { readonly operation: string; readonly pointer: string | undefined } {
  const { op, path, from } = failing ?? {};
  const [, operation = text(op), pointer] =
    /(add|copy|move|remove|replace|test) operation does not apply: (?:doc )?is missing (?:from |destination )?(?:path|key): "?([^":\s]*)"?(?:: |$)/.exec(
      message.slice(0, LONGEST_MATCHED),
    ) ?? [];
  const removed = message.includes("Unable to remove nonexistent key") ? text(from ?? path) : "";
  return { operation, pointer: pointer ?? (removed === "" ? undefined : removed) };
}

/** The same from the error alone, as far as the pointer tells it. */
export function patchAdvice(message: string): string {
  const { operation, pointer } = missingPlace(message, undefined);
  if (pointer === undefined) return "";
  if (!pointer.startsWith("/")) return `a path begins with a slash: /${pointer}`;
  const keys = pointer.split("/").slice(1);
  if (pointer.includes("//")) return emptyPart(pointer);
  const at = keys.findIndex((_, index) => MAPS.test(`/${keys.slice(0, index + 1).join("/")}`));
  const name = at < 0 ? [] : keys.slice(at + 1);
  if (name.length > 1) {
    const map = keys.slice(0, at + 1).join("/");
    return `a slash in a key is written as ~1: /${map}/${name.join("~1")}`;
  }
  const parent = keys.slice(0, -1).join("/");
  return operation === "add" || operation === "copy" || operation === "move"
    ? `the object has no /${parent}: ${addFirst(message)}, or correct its spelling, also of upper and lower case`
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
