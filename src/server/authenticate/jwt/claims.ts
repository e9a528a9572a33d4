import type { Json, JsonObject } from "../../../api/json.ts";
import { goTypeName } from "../../../json/go-type-name.ts";
import { getKey } from "../../../json/object.ts";

/** What is wrong with a token; the message is what a TokenReview says. */
export class TokenProblem extends Error {}

const VALUE = "Go value";

/** `json: cannot unmarshal number into Go value of type string`. */
export function mismatch(value: Json, into: string, goType: string): string {
  return `json: cannot unmarshal ${goTypeName(value)} into ${into} of type ${goType}`;
}

/** A claim that has to be a text; null is the empty one, as Go reads it. Throws with Go's text. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return "";
  if (typeof value !== "string") throw new TokenProblem(mismatch(value, VALUE, "string"));
  return value;
}

export function boolClaim(claims: JsonObject, name: string): boolean {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return false;
  if (typeof value !== "boolean") throw new TokenProblem(mismatch(value, VALUE, "bool"));
  return value;
}

/** One text, or a list of them. */
export function textsClaim(claims: JsonObject, name: string): readonly string[] {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw new TokenProblem(mismatch(value, VALUE, "string"));
  const texts = value.map((item) => (item === null ? "" : item));
  if (!texts.every((item) => typeof item === "string"))
    throw new TokenProblem(mismatch(value, VALUE, "string"));
  return texts;
}
