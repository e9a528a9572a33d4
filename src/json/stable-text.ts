import { oncePerObject } from "../async/once.ts";
import { stringify } from "./stringify.ts";
import type { JsonObject } from "./value.ts";

/** Texts of values that never change. The text is empty until it is first needed. */
const texts = new WeakMap<JsonObject, string>();

/** Marks a value that never changes and is shared by many documents, so that its text is encoded only once. */
export function markStable(value: JsonObject): void {
  if (!texts.has(value)) texts.set(value, "");
}

/** `stringify` that uses the cached texts of marked values, at any depth inside of `value`. */
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

const encoded = oncePerObject((value: JsonObject) => Buffer.from(stableText(value)));

/** Bytes of `stableText` for a value that is itself marked; undefined for any other. */
export const stableBytes = (value: JsonObject): Uint8Array | undefined =>
  texts.has(value) ? encoded(value) : undefined;
