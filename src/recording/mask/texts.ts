import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { setKey } from "../../json/object.ts";

/** A copy in which every text is what `change` makes of it; the value itself where nothing changed. */
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

/** Replaces what looks like a token or a private key, wherever it stands. */
export function maskTokens(text: string, placeholder: (token: string) => string): string {
  if (text.includes("PRIVATE KEY-----")) return placeholder(text);
  const bearers = text.includes("earer ")
    ? text.replace(BEARER, (found) => `Bearer ${placeholder(found.slice("Bearer ".length))}`)
    : text;
  if (!bearers.includes("eyJ")) return bearers;
  return bearers.replace(WORD, (word) => (isWebToken(word) ? placeholder(word) : word));
}

/** Three parts, of which the first is an object of JSON in base64 (RFC 7519). */
const isWebToken = (word: string): boolean =>
  word.startsWith("eyJ") && word.split(".").filter((part) => part.length >= 10).length >= 3;
