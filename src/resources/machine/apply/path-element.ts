import { formatFloat, isGoFloat } from "../../../api/go-float.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { quote } from "../../../api/quote.ts";
import { remembered } from "../../../api/remembered.ts";
import { atoi } from "../../../json/atoi.ts";
import { getKey } from "../../../json/object.ts";
import { parseJson } from "../../../json/parse.ts";
import { stringify } from "../../../json/stringify.ts";
import type { ListMergeType } from "./merge-type.ts";

/** A list item without any of its keys: such an object has no managed fields. */
export class UnkeyedItemError extends Error {}

/** `k:{"name":"c"}` of an item of a list of type map; absent keys take their default. Throws UnkeyedItemError. */
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

/** Most keys need no escapes. */
const keyText = (value: Json): string =>
  typeof value === "string" && PLAIN.test(value) ? `"${value}"` : stringify(value);

const PLAIN = /^[\w./:-]*$/;

const missingKeys = (keys: readonly string[]): string =>
  `associative list with keys has an element that omits all key fields [${keys.map(quote).join(" ")}] (and doesn't have default values for any key fields)`;

/** `v:"x"` of an item of a set. Throws UnkeyedItemError for what is no scalar. */
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
 * A path element in its one canonical spelling; undefined for kinds of element that nobody knows. Throws Error with a
 * text like the reference's for what is malformed.
 */
export function canonicalElement(element: string): string | undefined {
  return element.startsWith("f:") || CANONICAL.test(element) ? element : knownSpelling(element);
}

/** One key at most, which is a text without escapes. */
const CANONICAL = /^(?:k:\{"\w+":"[\w./:-]*"\}|v:"[\w./:-]*")$/;

/** Reading keys is what decoding a set costs. */
const knownSpelling = remembered(respell, { entries: 10_000 });

function respell(element: string): string | undefined {
  if (element.length < 2) throw new Error("key must be 2 characters long:");
  if (element[1] !== ":") throw new Error(`missing colon: ${element}`);
  const rest = element.slice(2);
  if (element[0] === "v") return `v:${stringify(parseJson(firstScalar(rest)))}`;
  if (element[0] === "k") return canonicalKey(rest);
  return element[0] === "i" ? canonicalIndex(rest) : undefined;
}

/** A scalar without what follows it, which the reference does not read; other values as they are. */
const firstScalar = (text: string): string => SCALAR.exec(text)?.[0] ?? text;

const SCALAR = /^[ \t\r\n]*(?:"(?:[^"\\]|\\.)*"|[-+.\dEe]+|true|false|null)/;

function canonicalKey(text: string): string {
  const key = parseJson(text);
  if (!isJsonObject(key)) throw new Error("expect { or n");
  const names = Object.keys(key).sort();
  return `k:{${names.map((name) => `${JSON.stringify(name)}:${stringify(key[name] as Json)}`).join(",")}}`;
}

function canonicalIndex(text: string): string {
  return `i:${atoi(text)}`;
}

/** How conflicts and errors print a path: `.spec.containers[name="c"].image`. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatElement).join("");
}

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

/** As structured-merge-diff prints a value (value.go, ToString). */
function formatValue(value: Json | undefined): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(",")}]`;
  if (!isJsonObject(value)) return goNumber(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}=${formatValue(member)}`)
    .join("");
}
