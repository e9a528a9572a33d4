import { type Json, type JsonObject, record } from "../../json/value.ts";
import { nearest } from "../filters/near.ts";

/** Returns a hint if an expression misspells a variable, and the policy has one with a similar name. */
export function variableHint(told: string, { spec }: JsonObject): string {
  const [, missing] = /undefined field '([^']+)'/.exec(told) ?? [];
  const { variables } = record(spec);
  if (missing === undefined || !Array.isArray(variables)) return "";
  const near = nearest(
    missing,
    variables.map((one) => String(record(one).name)),
  );
  return near === undefined ? "" : ` (the variable "${near}" is probably meant)`;
}

/**
 * Returns the value that was probably meant: a similar one among the values that the server lists, or the
 * correction of a common mistake.
 */
export function refusalHint(told: string, value: Json | undefined): string {
  if (typeof value !== "string") return "";
  if (value.toUpperCase() === "PATCH") return ` (a patch is an UPDATE)`;
  const [, list = ""] = /supported values: ([^\n\]]+)/.exec(told) ?? [];
  const known = [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one);
  const near = nearest(value, known.length > 0 ? known : []);
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}
