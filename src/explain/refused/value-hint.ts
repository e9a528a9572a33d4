import type { Json, JsonObject } from "../../json/value.ts";
import { nearest } from "../near.ts";
import { expressionHint, ruleHint } from "./expression-hints.ts";

/**
 * Returns, in brackets, what was probably meant by a value that the server refuses: a similar one among those that it
 * lists, the correction of a common mistake, or of an expression that does not compile. Empty if nothing is known.
 */
export function valueHint(told: string, value: Json | undefined, object: JsonObject): string {
  if (typeof value !== "string") return "";
  const listed = listedHint(told, value);
  if (listed !== "") return listed;
  return object.kind === "CustomResourceDefinition"
    ? ruleHint(told, value)
    : expressionHint(told, value, object);
}

function listedHint(told: string, value: string): string {
  if (value.toUpperCase() === "PATCH") return ` (a patch is an UPDATE)`;
  const [, list = ""] = /supported values: ([^\n\]]+)/.exec(told) ?? [];
  const near = nearest(
    value,
    [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one),
  );
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}
