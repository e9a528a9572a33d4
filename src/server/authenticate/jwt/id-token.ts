import { goTypeName } from "../../../go/type-name.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, text } from "../../../json/value.ts";
import { TokenProblem } from "./claims.ts";

/** The claims of a token that the OpenID Connect standard defines. */
export interface IdToken {
  readonly audience: readonly string[];
  /** Seconds since the epoch. Undefined if the claim is missing. */
  readonly expiry: number | undefined;
  /** Seconds since the epoch. Undefined if the claim is missing. */
  readonly notBefore: number | undefined;
  /** URL of the source by name of a distributed claim. */
  readonly distributed: ReadonlyMap<string, string>;
}

/** Problem of a token, with the prefix of the reference. */
export const bad = (problem: string): TokenProblem => new TokenProblem(`oidc: verify token: ${problem}`);

/** Returns the issuer that a token claims. Empty if it claims none, undefined if the claim is not a string. */
export function issuerIn(claims: JsonObject): string | undefined {
  const issuer = membersIn(claims).findLast(([name]) => name === "iss")?.[1] ?? "";
  return typeof issuer === "string" ? issuer : undefined;
}

/**
 * Reads the claims of the standard as encoding/json reads the struct: the case of names is ignored, and the
 * last of several claims wins. Throws a TokenProblem with the reference's text (coreos/go-oidc/oidc.go,
 * idToken).
 */
export function idTokenIn(claims: JsonObject): IdToken {
  const found = new Map<string, Json>();
  const audience: string[] = [];
  const times = new Map<string, number | undefined>();
  let problem: string | undefined;
  for (const [name, value] of membersIn(claims)) {
    found.set(name, value);
    // These have their own parsers, whose errors end the parsing at once.
    if (name === "aud") audience.splice(0, audience.length, ...audienceOf(value));
    else if (TIMES.includes(name)) times.set(name, timeOf(name, value));
    else problem ??= typeProblem(name, value);
  }
  if (problem !== undefined) throw unreadable(problem);
  const distributed = distributedClaims(found.get("_claim_names"), found.get("_claim_sources"));
  return { audience, expiry: times.get("exp"), notBefore: times.get("nbf"), distributed };
}

const TIMES: readonly string[] = ["exp", "iat", "nbf"];
const TEXTS: readonly string[] = ["iss", "sub", "nonce", "at_hash"];
const MAPS: readonly string[] = ["_claim_names", "_claim_sources"];

/** Members by the lowercase names of the struct. A long s (U+017F) is an s in another case. */
const membersIn = (claims: JsonObject): (readonly [string, Json])[] =>
  Object.entries(claims).map(([name, value]) => [
    name.toLowerCase().replaceAll("\u017f", "s"),
    value ?? null,
  ]);

const unreadable = (problem: string): TokenProblem => bad(`oidc: failed to unmarshal claims: ${problem}`);
const fieldProblem = (value: Json, name: string, goType: string): string =>
  cannotUnmarshal(goTypeName(value), goType, `idToken.${name}`);

function typeProblem(name: string, value: Json): string | undefined {
  if (value === null) return undefined;
  if (TEXTS.includes(name))
    return typeof value === "string" ? undefined : fieldProblem(value, name, "string");
  if (!MAPS.includes(name)) return undefined;
  const [goType, isItem] =
    name === "_claim_names" ? (["string", isText] as const) : (["oidc.claimSource", isJsonObject] as const);
  if (!isJsonObject(value)) return fieldProblem(value, name, `map[string]${goType}`);
  const other = Object.values(value).find((item) => item !== null && item !== undefined && !isItem(item));
  return other === undefined ? undefined : fieldProblem(other, name, goType);
}

const isText = (value: Json): boolean => typeof value === "string";

/** Parses one string, which can be null, or a list of strings. */
function audienceOf(value: Json): readonly string[] {
  if (value === null) return [""];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw unreadable(fieldProblem(value, "aud", "[]string"));
  const other = value.find((item) => item !== null && typeof item !== "string");
  if (other !== undefined) throw unreadable(fieldProblem(other, "aud", "string"));
  return goTexts(value);
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number, or a string with a number. */
function timeOf(name: string, value: Json): number | undefined {
  if (value === null && name === "nbf") return undefined;
  if (value === null) throw unreadable('strconv.ParseFloat: parsing "": invalid syntax');
  if (typeof value === "string" && !NUMBER.test(value))
    throw unreadable(
      `json: invalid number literal, trying to unmarshal ${JSON.stringify(JSON.stringify(value))} into Number`,
    );
  if (typeof value === "object" || typeof value === "boolean")
    throw unreadable(fieldProblem(value, name, "json.Number"));
  return inInt64(Math.trunc(Number(value)));
}

/** Returns the smallest int64 for a number outside of int64, which is Go's result on most machines. */
const inInt64 = (seconds: number): number => (Math.abs(seconds) < 2 ** 63 ? seconds : -(2 ** 63));

function distributedClaims(names: Json | undefined, sources: Json | undefined): ReadonlyMap<string, string> {
  const known = isJsonObject(sources) ? sources : {};
  const claims = new Map<string, string>();
  for (const [claim, source] of Object.entries(isJsonObject(names) ? names : {})) {
    if (text(source) === "") throw bad("oidc: failed to obtain source from claim name");
    if (!Object.hasOwn(known, text(source))) throw bad("oidc: source does not exist");
    const found = known[text(source)];
    claims.set(claim, isJsonObject(found) ? text(found.endpoint) : "");
  }
  return claims;
}
