import { setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/**
 * Returns a copy in which every text is replaced by the result of `change`; the value itself if nothing
 * changed.
 */
export function changeTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => changeTexts(item, change));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const changed = changeTexts(member, change);
    if (changed === member) continue;
    copy ??= { ...value };
    setKey(copy, key, changed);
  }
  return copy ?? value;
}

const WORD = /[\w.~+/=-]+/g;
const BEARER = /[Bb]earer [\w.~+/=-]+/g;

/** Replaces texts that look like a token or a private key. */
export function maskTokens(text: string, placeholder: (token: string) => string): string {
  if (text.includes("PRIVATE KEY-----")) return placeholder(text);
  const bearers = text.includes("earer ")
    ? text.replace(BEARER, (found) => `Bearer ${placeholder(found.slice("Bearer ".length))}`)
    : text;
  if (!bearers.includes("eyJ")) return bearers;
  return bearers.replace(WORD, (word) => (isWebToken(word) ? placeholder(word) : word));
}

/** True for three parts whose first part is an object of JSON in base64 (RFC 7519). */
const isWebToken = (word: string): boolean =>
  word.startsWith("eyJ") && word.split(".").filter((part) => part.length >= 10).length >= 3;
