import { quote } from "../../../go/quote.ts";
import { timeString } from "../../../go/time.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { AuthenticateToken } from "../authenticate-token.ts";
import { TokenProblem } from "./claims.ts";
import { bad, type IdToken, idTokenIn, issuerIn } from "./id-token.ts";
import { mapClaims } from "./map-claims.ts";
import type { ProviderKey, ProviderKeys } from "./provider-keys.ts";
import { type CompiledJwt, quotedList } from "./validate-jwt.ts";

/** Loads the library with the first token. */
const jose = () => import("jose");

/** Algorithms that the reference accepts if the configuration names none. */
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

interface JwtAuthenticatorOptions {
  readonly compiled: CompiledJwt;
  readonly keys: ProviderKeys;
  readonly algorithms: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * An authenticator for tokens of these issuers. It ignores tokens of other issuers. It does not check the
 * audiences of the server. A token is parsed once to find its issuer, regardless of the number of issuers.
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

/** Returns the issuer that a token claims, before its signature is verified. */
function untrustedIssuer(token: string): string | undefined {
  const parts = token.split(".", 4);
  const [, payload = ""] = parts;
  if (parts.length !== 3 || !/^[\w-]+$/.test(payload)) return undefined;
  try {
    const claims = parseJson(Buffer.from(payload, "base64url"));
    const issuer = isJsonObject(claims) ? issuerIn(claims) : undefined;
    return issuer === "accounts.google.com" ? "https://accounts.google.com" : issuer;
  } catch {
    return undefined;
  }
}

/** Returns the verified claims of a token. Throws a TokenProblem. */
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
  const said = idTokenIn(claims);
  checkTimes(said, now());
  checkAudience(said, compiled.configuration.issuer.audiences);
  const { claim } = compiled.configuration.claimMappings.groups;
  const isElsewhere = claims[claim] === undefined && (said.distributed.get(claim) ?? "") !== "";
  if (claim !== "" && isElsewhere)
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
      // Another key may fit.
    }
  }
  return undefined;
}

function claimsIn(payload: Uint8Array): JsonObject {
  try {
    const claims = parseJson(payload);
    if (isJsonObject(claims)) return claims;
  } catch {
    // The error is thrown below.
  }
  throw bad("oidc: failed to unmarshal claims: no JSON object");
}

/** Maximum time that a token may arrive before its validity begins, in milliseconds, because clocks differ. */
const LEEWAY_MS = 60_000;

function checkTimes({ expiry, notBefore }: IdToken, now: number): void {
  if (expiry === undefined || expiry * 1000 < now)
    throw bad(`oidc: token is expired (Token Expiry: ${goTime(expiry)})`);
  if (notBefore !== undefined && now + LEEWAY_MS < notBefore * 1000)
    throw bad(
      `oidc: current time ${goTime(now / 1000)} before the nbf (not before) time: ${goTime(notBefore)}`,
    );
}

/** Formats a time as Go does: `2026-11-22 22:00:00 +0000 UTC`. No time is the year 1. */
function goTime(seconds = -62_135_596_800): string {
  if (seconds === -(2 ** 63)) return "292277026596-12-04 15:30:08 +0000 UTC";
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "out of range";
  return timeString(date);
}

function checkAudience({ audience }: IdToken, wanted: readonly string[]): void {
  if (wanted.some((name) => audience.includes(name))) return;
  const [first = ""] = wanted;
  const expected =
    wanted.length === 1 ? `audience ${quote(first)}` : `audience in ${quotedList([...wanted].sort())}`;
  throw bad(`oidc: expected ${expected} got ${quotedList(audience)}`);
}
