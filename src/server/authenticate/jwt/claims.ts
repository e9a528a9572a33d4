import { goTypeName } from "../../../go/type-name.ts";
import { getKey } from "../../../json/object.ts";
import type { Json, JsonObject } from "../../../json/value.ts";

/** A problem with a token. The message is the error text of a TokenReview. */
export class TokenProblem extends Error {}

const VALUE = "Go value";

/** Returns Go's error text: `json: cannot unmarshal number into Go value of type string`. */
export function mismatch(value: Json, into: string, goType: string): string {
  return `json: cannot unmarshal ${goTypeName(value)} into ${into} of type ${goType}`;
}

/** Returns a claim of type string. Null is an empty string, as in Go. Throws with Go's text. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return "";
  if (typeof value !== "string") throw new TokenProblem(mismatch(value, VALUE, "string"));
  return value;
}

/** A claim that is a boolean; null is false. Throws TokenProblem with the text of Go's decoder. */
export function boolClaim(claims: JsonObject, name: string): boolean {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return false;
  if (typeof value !== "boolean") throw new TokenProblem(mismatch(value, VALUE, "bool"));
  return value;
}

/** Returns a claim that is one string or a list of strings. */
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
