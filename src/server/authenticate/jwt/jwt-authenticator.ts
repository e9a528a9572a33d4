import { messageOf } from "../../../api/describe-error.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../../../api/json.ts";
import { quote } from "../../../api/quote.ts";
import { parseJson } from "../../../json/parse.ts";
import type { AuthenticateToken } from "../authenticate-token.ts";
import { mismatch, TokenProblem } from "./claims.ts";
import { mapClaims } from "./map-claims.ts";
import type { ProviderKey, ProviderKeys } from "./provider-keys.ts";
import { type CompiledJwt, quotedList } from "./validate-jwt.ts";

/** Loaded with the first token. */
const jose = () => import("jose");

/** What the reference accepts where the configuration names no algorithms. */
export const SIGNING_ALGORITHMS: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

export interface JwtAuthenticatorOptions {
  readonly compiled: CompiledJwt;
  readonly keys: ProviderKeys;
  readonly algorithms: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Tokens of these issuers; those of others are none of their business. Audiences of the server are not looked at. A token
 * is read once to learn whose it is, however many issuers there are.
 */
export function jwtAuthenticator(issuers: readonly JwtAuthenticatorOptions[]): AuthenticateToken {
  const byUrl = new Map(issuers.map((options) => [options.compiled.configuration.issuer.url, options]));
  return async (token) => {
    const options = byUrl.get(untrustedIssuer(token) ?? "");
    if (options === undefined) return undefined;
    try {
      const claims = await verify(token, options);
      return { user: mapClaims(options.compiled, claims), audiences: [] };
    } catch (error) {
      if (error instanceof TokenProblem) return { problem: error.message };
      throw error;
    }
  };
}

/** Who is said to have issued a token, before its signature is verified. */
function untrustedIssuer(token: string): string | undefined {
  const parts = token.split(".", 4);
  const [, payload = ""] = parts;
  if (parts.length !== 3 || !/^[\w-]+$/.test(payload)) return undefined;
  try {
    const claims = parseJson(Buffer.from(payload, "base64url"));
    const issuer = isJsonObject(claims) ? claims.iss : undefined;
    return issuer === "accounts.google.com" ? "https://accounts.google.com" : text(issuer);
  } catch {
    return undefined;
  }
}

const bad = (problem: string): TokenProblem => new TokenProblem(`oidc: verify token: ${problem}`);

/** The claims of a token that may be believed. Throws a TokenProblem. */
async function verify(token: string, options: JwtAuthenticatorOptions): Promise<JsonObject> {
  const { compiled, keys, algorithms, now } = options;
  const known = keys.known();
  if (known === undefined) throw new TokenProblem("oidc: authenticator not initialized");
  const { algorithm, keyId } = await headOf(token);
  if (!algorithms.includes(algorithm))
    throw bad(
      `oidc: id token signed with unsupported algorithm, expected ${quotedList(algorithms)} got ${quote(algorithm)}`,
    );
  const signed = { token, algorithm, keyId };
  const payload = (await verifiedBy(signed, known)) ?? (await verifiedBy(signed, await renewed(keys)));
  if (payload === undefined) throw bad("failed to verify signature: failed to verify id token signature");
  const claims = claimsIn(payload);
  checkTimes(claims, now());
  checkAudience(claims, compiled.configuration.issuer.audiences);
  const { claim } = compiled.configuration.claimMappings.groups;
  if (
    claim !== "" &&
    claims[claim] === undefined &&
    isJsonObject(claims._claim_names) &&
    claims._claim_names[claim]
  )
    throw new TokenProblem("oidc: could not expand distributed claims: they are not supported");
  return claims;
}

interface Signed {
  readonly token: string;
  readonly algorithm: string;
  readonly keyId: string;
}

async function headOf(token: string): Promise<{ algorithm: string; keyId: string }> {
  const { decodeProtectedHeader } = await jose();
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return { algorithm: text(alg), keyId: text(kid) };
  } catch (error) {
    throw bad(`oidc: malformed jwt: ${messageOf(error)}`);
  }
}

async function renewed(keys: ProviderKeys): Promise<readonly ProviderKey[]> {
  try {
    return (await keys.renewed()) ?? [];
  } catch (error) {
    throw bad(`failed to verify signature: fetching keys ${messageOf(error)}`);
  }
}

async function verifiedBy(
  { token, algorithm, keyId }: Signed,
  keys: readonly ProviderKey[],
): Promise<Uint8Array | undefined> {
  const { compactVerify } = await jose();
  for (const { id, key } of keys) {
    if (keyId !== "" && keyId !== id) continue;
    try {
      return (await compactVerify(token, key(), { algorithms: [algorithm] })).payload;
    } catch {
      // The next key may be the one.
    }
  }
  return undefined;
}

function claimsIn(payload: Uint8Array): JsonObject {
  try {
    const claims = parseJson(payload);
    if (isJsonObject(claims)) return withTexts(claims);
  } catch (error) {
    if (error instanceof TokenProblem) throw error;
  }
  throw bad("oidc: failed to unmarshal claims: no JSON object");
}

/** Refuses claims of the standard that have another type than it says. */
function withTexts(claims: JsonObject): JsonObject {
  for (const name of ["iss", "sub", "nonce", "at_hash"]) {
    const value = claims[name] ?? "";
    if (typeof value !== "string") throw wrongType(value, name, "string");
  }
  const audience = claims.aud ?? "";
  if (typeof audience !== "string" && !Array.isArray(audience)) throw wrongType(audience, "aud", "[]string");
  return claims;
}

function wrongType(value: Json, name: string, goType: string): TokenProblem {
  const why = mismatch(value, `Go struct field idToken.${name}`, goType);
  return bad(`oidc: failed to unmarshal claims: ${why}`);
}

/** Clocks differ: so early may a token come. */
const LEEWAY_MS = 60_000;

function checkTimes({ exp, nbf }: JsonObject, now: number): void {
  const expiry = millisecondsOf("exp", exp);
  if (expiry === undefined || expiry < now)
    throw bad(`oidc: token is expired (Token Expiry: ${goTime(expiry)})`);
  const before = millisecondsOf("nbf", nbf);
  if (before !== undefined && now + LEEWAY_MS < before)
    throw bad(`oidc: current time ${goTime(now)} before the nbf (not before) time: ${goTime(before)}`);
}

/** Seconds as a number, or as its text. */
function millisecondsOf(name: string, claim: Json | undefined): number | undefined {
  if (claim === undefined || claim === null) return undefined;
  const seconds = typeof claim === "string" && claim !== "" ? Number(claim) : claim;
  if (typeof seconds === "number" && Number.isFinite(seconds)) return Math.trunc(seconds) * 1000;
  throw wrongType(claim, name, "json.Number");
}

/** As Go prints a time: `2026-11-22 22:00:00 +0000 UTC`; none is the year 1. */
function goTime(milliseconds = -62_135_596_800_000): string {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return "out of range";
  return `${date.toISOString().slice(0, 19).replace("T", " ")} +0000 UTC`;
}

function checkAudience({ aud }: JsonObject, wanted: readonly string[]): void {
  const given = (Array.isArray(aud) ? aud : [aud]).filter((name) => typeof name === "string");
  if (wanted.some((name) => given.includes(name))) return;
  const [first = ""] = wanted;
  const expected =
    wanted.length === 1 ? `audience ${quote(first)}` : `audience in ${quotedList([...wanted].sort())}`;
  throw bad(`oidc: expected ${expected} got ${quotedList(given)}`);
}
