import { createPublicKey, type KeyObject } from "node:crypto";
import { quote } from "../../../go/quote.ts";
import { type FetchedDocument, fetchDocument } from "../../../http/fetch-document.ts";
import { parseJson } from "../../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { ProviderKey, ProviderKeys } from "../../../server/authenticate/jwt/provider-keys.ts";
import type { Log } from "../../../server/log.ts";
import type { Issuer } from "../../../types/tables/apiserver/v1-types.ts";

/** Keys that follow what their issuer publishes. */
export interface IssuerKeys extends ProviderKeys {
  /** Why the issuer has not been reached yet. */
  problem(): string | undefined;
  /** Ends with the first success. */
  readonly reached: Promise<void>;
  close(): void;
}

/** Interval between attempts to reach an issuer until it answers, in milliseconds, as in the reference. */
const TRY_AGAIN_MS = 10_000;
/** Minimum time between two fetches of the keys, in milliseconds, whatever tokens arrive. */
const BETWEEN_MS = 1000;
/** Limit for a discovery document, and for a set of keys, in bytes (1 MiB). */
const MOST_BYTES = 1 << 20;
const MOST_KEYS = 100;
/** Keys are read again when they will be out of date this soon. */
const EARLY_MS = 30_000;

/** Reads the discovery document and the keys of an issuer: now, then every ten seconds until it succeeds; later on demand. */
export function issuerKeys({ url, discoveryURL, certificateAuthority: ca }: Issuer, log: Log): IssuerKeys {
  const closing = new AbortController();
  const options = { ca, maxBytes: MOST_BYTES, signal: closing.signal };
  let problem: string | undefined = `oidc: authenticator for issuer ${quote(url)} is not initialized`;
  let jwksUrl: string | undefined;
  let keys: readonly ProviderKey[] = [];
  let goodUntil = 0;
  let lastFetch = 0;
  let underWay: Promise<readonly ProviderKey[]> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tellReached = (): void => {};
  const reached = new Promise<void>((resolve) => {
    tellReached = resolve;
  });
  const tryOnce = async (): Promise<void> => {
    try {
      const document =
        discoveryURL === "" ? `${url.replace(/\/$/, "")}/.well-known/openid-configuration` : discoveryURL;
      jwksUrl = keysAddressIn(await fetchDocument(document, options), url);
      problem = undefined;
      tellReached();
      // The first token need not wait for them.
      void fetched().catch(() => {});
    } catch (error) {
      problem = messageOf(error);
      if (closing.signal.aborted) return;
      log("error", "oidc authenticator: initializing plugin", { issuer: url, error: problem });
      timer = setTimeout(() => void tryOnce(), TRY_AGAIN_MS).unref();
    }
  };
  const fetchNow = async (): Promise<readonly ProviderKey[]> => {
    const wait = lastFetch + BETWEEN_MS - performance.now();
    if (lastFetch !== 0 && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    lastFetch = performance.now();
    const answer = await fetchDocument(jwksUrl ?? "", options).catch((error: unknown) => {
      throw new Error(`oidc: get keys failed ${messageOf(error)}`, { cause: error });
    });
    if (answer.status !== 200) throw new Error(`oidc: get keys failed: ${answer.statusText}`);
    keys = keysIn(objectIn(answer, "oidc: failed to decode keys"));
    goodUntil = performance.now() + maxAgeMs(answer.cacheControl);
    return keys;
  };
  const fetched = (): Promise<readonly ProviderKey[]> => {
    underWay ??= fetchNow().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  void tryOnce();
  return {
    known: () => (jwksUrl === undefined ? undefined : keys),
    renewed: () => (performance.now() + EARLY_MS < goodUntil ? undefined : fetched()),
    problem: () =>
      problem === undefined
        ? undefined
        : `oidc: authenticator for issuer ${quote(url)} is not healthy: ${problem}`,
    reached,
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}

function objectIn({ body, contentType }: FetchedDocument, what: string): JsonObject {
  try {
    const value = parseJson(body);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported as content that is not an object.
  }
  throw new Error(
    `${what}: expected Content-Type = application/json, got ${quote(contentType)}: no JSON object`,
  );
}

function keysAddressIn(answer: FetchedDocument, issuer: string): string {
  if (answer.status !== 200) throw new Error(answer.statusText);
  const { issuer: said, jwks_uri: address } = objectIn(
    answer,
    "oidc: failed to decode provider discovery object",
  );
  if (said !== issuer) {
    const got = quote(typeof said === "string" ? said : "");
    throw new Error(
      `oidc: issuer did not match the issuer returned by provider, expected ${quote(issuer)} got ${got}`,
    );
  }
  if (typeof address !== "string" || address === "") throw new Error("provider did not return JWKS URL");
  return address;
}

function keysIn({ keys }: JsonObject): readonly ProviderKey[] {
  return (Array.isArray(keys) ? keys : []).slice(0, MOST_KEYS).flatMap(keyOf);
}

/** Keys of other kinds, and symmetric ones, are not used for verification. */
function keyOf(jwk: Json): readonly ProviderKey[] {
  if (!isJsonObject(jwk) || (jwk.kty !== "RSA" && jwk.kty !== "EC")) return [];
  const id = typeof jwk.kid === "string" ? jwk.kid : "";
  const part = publicPart(jwk);
  let made: KeyObject | undefined;
  return [{ id, key: () => (made ??= createPublicKey({ key: part, format: "jwk" })) }];
}

/** Returns the public fields of a key; other fields that an issuer publishes are dropped. */
function publicPart(jwk: JsonObject): Record<string, string> {
  const names = ["kty", "crv", "x", "y", "n", "e"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = jwk[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/** Returns the time that an answer may be cached, in milliseconds; 0 if its server gives none. */
function maxAgeMs(cacheControl: string): number {
  if (/no-store|no-cache/i.test(cacheControl)) return 0;
  const [, seconds = "0"] = /max-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  return Number(seconds) * 1000;
}
