import type { JsonObject } from "../api/json.ts";
import { stringify } from "./stringify.ts";

/** Texts of values that never change; the empty string as long as nobody has asked. */
const texts = new WeakMap<JsonObject, string>();

/** Says that a value will never change and is shared by many documents: its text is then made once. */
export function markStable(value: JsonObject): void {
  if (!texts.has(value)) texts.set(value, "");
}

/** As `stringify`; what has been marked inside of the value, at whatever depth, is not written again. */
export function stableText(value: JsonObject): string {
  const known = texts.get(value);
  if (known === undefined) return composed(value);
  if (known !== "") return known;
  const text = stringify(value);
  texts.set(value, text);
  return text;
}

function composed(value: JsonObject): string {
  let text = "";
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
    text += `${text === "" ? "" : ","}${stringify(key)}:${isObject ? stableText(member) : stringify(member)}`;
  }
  return `{${text}}`;
}

const encoded = new WeakMap<JsonObject, Uint8Array>();

/** The bytes of `stableText` where the value itself has been marked; undefined where it has not. */
export function stableBytes(value: JsonObject): Uint8Array | undefined {
  if (!texts.has(value)) return undefined;
  let bytes = encoded.get(value);
  if (bytes === undefined) {
    bytes = Buffer.from(stableText(value));
    encoded.set(value, bytes);
  }
  return bytes;
}
