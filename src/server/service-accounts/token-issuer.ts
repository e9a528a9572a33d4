import { hash } from "node:crypto";
import { BoundedCache } from "../../async/bounded-cache.ts";
import { once } from "../../async/once.ts";
import { withSortedMembers } from "../../json/object.ts";
import { LEGACY_ISSUER, type TokenClaims } from "./claims.ts";
import type { SigningKey, VerifyingKey } from "./keys.ts";

interface TokenIssuerOptions {
  /** New tokens have the first issuer; all of them are accepted. */
  readonly issuers: readonly string[];
  /** Returns the key of new tokens. It is called once, at the first use of a key. */
  readonly signingKey: () => SigningKey;
  /** Accepted keys besides the signing key's own. */
  readonly verifyingKeys?: readonly VerifyingKey[];
  /** Audiences of tokens for this server. The default is the issuers. */
  readonly audiences?: readonly string[];
  /** Maximum lifetime of a token in seconds. Longer requests are shortened. Absent means no limit. */
  readonly maxExpirationSeconds?: number;
  /** True if tokens of pods are valid for a year, and count as stale after the requested hour. Default true. */
  readonly extendExpiration?: boolean;
  /** URL of the keys in the discovery document. Absent means the server's own address. */
  readonly keysUri?: string;
}

/**
 * The claims of a token with a valid signature, or the reason why it is refused. Undefined for a token of
 * another issuer.
 */
type ReadToken = { readonly claims: TokenClaims } | { readonly problem: string } | undefined;

/** Signs and reads tokens of service accounts. It does not check if the objects in a token still exist. */
export interface TokenIssuer {
  /** Audiences of tokens whose request names none. */
  readonly audiences: readonly string[];
  /** Name in new tokens. */
  readonly issuer: string;
  /** Maximum lifetime of a token; 0: no limit. */
  readonly maxExpirationSeconds: number;
  /** True if tokens of pods are valid for a year, for clients that do not renew them. */
  readonly extendExpiration: boolean;
  /** URL of the keys in the discovery document; undefined: on this server. */
  readonly keysUri: string | undefined;
  /** Keys that verify tokens, each once. */
  readonly keys: readonly VerifyingKey[];
  sign(claims: TokenClaims): Promise<string>;
  /** Verifies a token, and returns its claims or the problem. */
  read(token: string): Promise<ReadToken>;
}

/** Loads the library with the first token, because most servers receive none. */
const jose = () => import("jose");

/** Number of verified tokens that are remembered by their hash. A verification costs more than a write. */
const REMEMBERED = 10_000;
/** Maximum length of a token whose claims are remembered: a header has room for very many audiences. */
const LONGEST = 4096;

/** Returns an issuer that signs with the first name, and reads tokens with any of the names. */
export function createTokenIssuer(options: TokenIssuerOptions): TokenIssuer {
  const { issuers, verifyingKeys = [] } = options;
  const issuer = issuers[0] ?? "";
  const signingKey = once(options.signingKey);
  const keys = once(() => distinct([...verifyingKeys, signingKey().verifying]));
  const accepted = new Set([...issuers, LEGACY_ISSUER]);
  const read = remembered((token) => readToken(token, accepted, keys()));
  return {
    issuer,
    get keys() {
      return keys();
    },
    audiences: options.audiences ?? issuers,
    maxExpirationSeconds: options.maxExpirationSeconds ?? 0,
    extendExpiration: options.extendExpiration ?? true,
    keysUri: options.keysUri,
    sign: async (claims) => {
      const { verifying, key } = signingKey();
      return new (await jose()).SignJWT(withSortedMembers({ iss: issuer, ...claims }))
        .setProtectedHeader({ alg: verifying.algorithm, kid: verifying.id })
        .sign(key);
    },
    read,
  };
}

const distinct = (keys: readonly VerifyingKey[]): VerifyingKey[] => [
  ...new Map(keys.map((key) => [key.id, key])).values(),
];

function remembered(read: (token: string) => Promise<ReadToken>): (token: string) => Promise<ReadToken> {
  const known = new BoundedCache<ReadToken>({ entries: REMEMBERED });
  return async (token) => {
    if (token.length > LONGEST) return read(token);
    const id = hash("sha256", token, "base64");
    const before = known.get(id);
    if (before !== undefined) return before;
    const result = await read(token);
    if (result !== undefined) known.set(id, result);
    return result;
  };
}

async function readToken(
  token: string,
  issuers: ReadonlySet<string>,
  keys: readonly VerifyingKey[],
): Promise<ReadToken> {
  const { compactVerify, decodeJwt } = await jose();
  const head = await unverified(token);
  if (head === undefined || !issuers.has(head.issuer)) return undefined;
  const candidates = head.keyId === undefined ? keys : keys.filter(({ id }) => id === head.keyId);
  if (candidates.length === 0) return { problem: "invalid signature, no keys found" };
  for (const { key, algorithm } of candidates) {
    try {
      await compactVerify(token, key, { algorithms: [algorithm] });
      return { claims: decodeJwt(token) };
    } catch {
      // Another key may fit.
    }
  }
  return { problem: "go-jose/go-jose: error in cryptographic primitive" };
}

async function unverified(token: string): Promise<{ issuer: string; keyId: string | undefined } | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await jose();
  try {
    const { iss = "" } = decodeJwt(token);
    return { issuer: iss, keyId: decodeProtectedHeader(token).kid };
  } catch {
    return undefined;
  }
}
