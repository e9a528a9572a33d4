import { goTypeName } from "../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { getKey } from "../../../json/object.ts";
import type { JsonObject } from "../../../json/value.ts";

/** A problem with a token. The message is the error text of a TokenReview. */
export class TokenProblem extends Error {}

/** Returns a claim of type string. Null is an empty string, as in Go. Throws with Go's text. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return "";
  if (typeof value !== "string") throw new TokenProblem(cannotUnmarshal(goTypeName(value), "string"));
  return value;
}

/** A claim that is a boolean; null is false. Throws TokenProblem with the text of Go's decoder. */
export function boolClaim(claims: JsonObject, name: string): boolean {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return false;
  if (typeof value !== "boolean") throw new TokenProblem(cannotUnmarshal(goTypeName(value), "bool"));
  return value;
}

/** Returns a claim that is one string or a list of strings. */
export function textsClaim(claims: JsonObject, name: string): readonly string[] {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  if (value === null) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw new TokenProblem(cannotUnmarshal(goTypeName(value), "string"));
  const texts = value.map((item) => (item === null ? "" : item));
  if (!texts.every((item) => typeof item === "string"))
    throw new TokenProblem(cannotUnmarshal(goTypeName(value), "string"));
  return texts;
}
