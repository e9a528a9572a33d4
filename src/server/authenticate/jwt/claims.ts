import { goTypeName } from "../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { getKey } from "../../../json/object.ts";
import type { Json, JsonObject } from "../../../json/value.ts";

/** A problem with a token. The message is the error text of a TokenReview. */
export class TokenProblem extends Error {}

function claimNamed(claims: JsonObject, name: string): Json {
  const value = getKey(claims, name);
  if (value === undefined) throw new TokenProblem("claim not present");
  return value;
}

const wrongType = (value: Json, wanted: string): TokenProblem =>
  new TokenProblem(cannotUnmarshal(goTypeName(value), wanted));

/** Returns a claim of type string. Null is an empty string, as in Go. Throws with Go's text. */
export function textClaim(claims: JsonObject, name: string): string {
  const value = claimNamed(claims, name);
  if (value === null) return "";
  if (typeof value !== "string") throw wrongType(value, "string");
  return value;
}

/** A claim that is a boolean; null is false. Throws TokenProblem with the text of Go's decoder. */
export function boolClaim(claims: JsonObject, name: string): boolean {
  const value = claimNamed(claims, name);
  if (value === null) return false;
  if (typeof value !== "boolean") throw wrongType(value, "bool");
  return value;
}

/** Returns a claim that is one string or a list of strings. */
export function textsClaim(claims: JsonObject, name: string): readonly string[] {
  const value = claimNamed(claims, name);
  if (value === null) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw wrongType(value, "string");
  const texts = value.map((item) => (item === null ? "" : item));
  if (!texts.every((item) => typeof item === "string")) throw wrongType(value, "string");
  return texts;
}
