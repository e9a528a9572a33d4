import { messageOf } from "../../../../api/describe-error.ts";
import type { Json } from "../../../../api/json.ts";
import { goTypeName } from "../../../../json/go-type-name.ts";
import { parseJson } from "../../../../json/parse.ts";

/** What a text that should hold JSON holds, or what Go's decoder says about it. */
export type JsonText = { readonly value: Json } | { readonly problem: string };

/** Reads a list or an object; null reads as nothing. `goType`: what the reference decodes into. */
export function readJsonText(
  text: Uint8Array | string,
  wanted: "array" | "object",
  goType: string,
): JsonText {
  try {
    const value = parseJson(text);
    const kind = goTypeName(value);
    if (kind === wanted || kind === "null") return { value };
    return { problem: `json: cannot unmarshal ${kind} into Go value of type ${goType}` };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
