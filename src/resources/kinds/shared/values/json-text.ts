import { goTypeName } from "../../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../../json/cannot-unmarshal.ts";
import { parseJson } from "../../../../json/parse/parse.ts";
import type { Json } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";

/** Parsed JSON of a text, or the error of Go's decoder. */
export type JsonText = { readonly value: Json } | { readonly problem: string };

/**
 * Parses a list or an object; null is an empty one. `goType`: Go type into which the reference decodes the
 * text.
 */
export function readJsonText(
  text: Uint8Array | string,
  wanted: "array" | "object",
  goType: string,
): JsonText {
  try {
    const value = parseJson(text);
    const kind = goTypeName(value);
    if (kind === wanted || kind === "null") return { value };
    return { problem: cannotUnmarshal(kind, goType) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
