import { remembered } from "../../../../async/remembered.ts";
import { atoi } from "../../../../go/atoi.ts";
import { formatFloat, isGoFloat } from "../../../../go/float.ts";
import { quote } from "../../../../go/quote.ts";
import { getKey } from "../../../../json/object.ts";
import { parseJson } from "../../../../json/parse/parse.ts";
import { stringify } from "../../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import type { ListMergeType } from "./merge-type.ts";

/** Error of a list item without any of its keys: an object with such an item has no managed fields. */
export class UnkeyedItemError extends Error {}

/**
 * Returns the key `k:{"name":"c"}` of an item in a list of type map; absent keys have their defaults. Throws
 * UnkeyedItemError.
 */
export function itemKey(
  item: Json,
  { keys, declared, defaults }: Pick<ListMergeType, "keys" | "declared" | "defaults">,
): string {
  if (!isJsonObject(item)) {
    const what = item === null ? "a null element" : "non-map elements";
    throw new UnkeyedItemError(`associative list with keys may not have ${what}`);
  }
  let members = "";
  for (const key of keys) {
    const own = getKey(item, key);
    const value = own === undefined ? defaults.get(key) : own;
    if (value !== undefined) members += `${members === "" ? "" : ","}"${key}":${keyText(value)}`;
  }
  if (members === "") throw new UnkeyedItemError(missingKeys(declared));
  return `k:{${members}}`;
}

/** Prints a key; most keys need no escapes. */
const keyText = (value: Json): string =>
  typeof value === "string" && PLAIN.test(value) ? `"${value}"` : stringify(value);

const PLAIN = /^[\w./:-]*$/;

const missingKeys = (keys: readonly string[]): string =>
  `associative list with keys has an element that omits all key fields [${keys.map(quote).join(" ")}] (and doesn't have default values for any key fields)`;

/** Returns the key `v:"x"` of an item in a set. Throws UnkeyedItemError if it is not a scalar. */
export function valueKey(item: Json): string {
  if (item === null)
    throw new UnkeyedItemError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item))
    throw new UnkeyedItemError("not supported: associative list with lists as elements");
  if (typeof item === "object")
    throw new UnkeyedItemError("associative list without keys has an element that's a map type");
  return `v:${stringify(item)}`;
}

/**
 * Returns a path element in its canonical form; undefined for unknown kinds of elements. Throws an Error with
 * the reference's text for an invalid element.
 */
export function canonicalElement(element: string): string | undefined {
  return element.startsWith("f:") || CANONICAL.test(element) ? element : knownSpelling(element);
}

/** Elements that are certainly canonical: those with at most one key, which is a text without escapes. */
const CANONICAL = /^(?:k:\{"\w+":"[\w./:-]*"\}|v:"[\w./:-]*")$/;

/** Cache of canonical forms, because parsing keys takes most of the time of decoding a set. */
const knownSpelling = remembered(respell, { entries: 10_000 });

function respell(element: string): string | undefined {
  if (element.length < 2) throw new Error("key must be 2 characters long:");
  if (element[1] !== ":") throw new Error(`missing colon: ${element}`);
  const rest = element.slice(2);
  if (element[0] === "v") return `v:${stringify(parseJson(rest))}`;
  if (element[0] === "k") return canonicalKey(rest);
  return element[0] === "i" ? canonicalIndex(rest) : undefined;
}

function canonicalKey(text: string): string {
  const key = parseJson(text);
  if (!isJsonObject(key)) throw new Error("expect { or n");
  const names = Object.keys(key).sort();
  return `k:{${names.map((name) => `${JSON.stringify(name)}:${stringify(key[name] as Json)}`).join(",")}}`;
}

const canonicalIndex = (text: string): string => `i:${atoi(text)}`;

/** Prints a path for conflicts and errors: `.spec.containers[name="c"].image`. */
export const formatPath = (path: readonly string[]): string => path.map(formatElement).join("");

/** A path element as errors print it: `.name`, `[0]`, `[="value"]` or `[key="value"]`. */
export function formatElement(element: string): string {
  const rest = element.slice(2);
  if (element[0] === "f") return `.${rest}`;
  if (element[0] === "i") return `[${rest}]`;
  const value = parseJson(rest);
  if (element[0] === "v") return `[=${formatValue(value)}]`;
  const members = Object.entries(value as JsonObject).map(([key, member]) => `${key}=${formatValue(member)}`);
  return `[${members.join(",")}]`;
}

const goNumber = (value: Json | undefined): string =>
  value !== undefined && isGoFloat(value) ? formatFloat(Number(value)) : String(value);

/** Prints a value like structured-merge-diff (value.go, ToString). */
function formatValue(value: Json | undefined): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(",")}]`;
  if (!isJsonObject(value)) return goNumber(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}=${formatValue(member)}`)
    .join("");
}
