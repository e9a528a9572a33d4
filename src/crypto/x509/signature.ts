import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Algorithm } from "./algorithm.ts";
import type { PublicKey } from "./public-key.ts";
import { type SignatureAlgorithm, signatureAlgorithm } from "./signature-algorithm.ts";

/** Bytes with their signature. */
export interface Signed {
  /** The signed bytes. */
  readonly signed: Buffer;
  readonly signatureAlgorithm: Algorithm;
  readonly signature: Buffer;
}

const MIN_RSA_BITS = 1024;
const MAX_EXPONENT = 2n ** 31n - 1n;
const UNKNOWN = "x509: cannot verify signature: algorithm unimplemented";

/**
 * Verifies a signature. Returns the error text of Go's crypto, or undefined if the signature is valid. SHA-1 is
 * allowed for requests but not for certificates.
 */
export function signatureProblem(
  what: Signed,
  publicKey: PublicKey | undefined,
  { allowsSha1 }: { readonly allowsSha1: boolean },
): string | undefined {
  const algorithm = signatureAlgorithm(what.signatureAlgorithm);
  if (algorithm === undefined) return UNKNOWN;
  if (algorithm.digest === "md5" || (algorithm.digest === "sha1" && !allowsSha1)) return insecure(algorithm);
  if (publicKey === undefined) return UNKNOWN;
  if (publicKey.kind !== algorithm.key)
    return `x509: signature algorithm specifies an ${GO_NAMES[algorithm.key]} public key, but have public key of type ${GO_TYPES[publicKey.kind]}`;
  if (publicKey.kind !== "rsa")
    return good(what, algorithm, publicKey.key) ? undefined : GO_FAILURES[publicKey.kind];
  const problem = rsaKeyProblem(publicKey);
  if (problem !== undefined) return problem;
  return good(what, algorithm, rsaKey(publicKey)) ? undefined : "crypto/rsa: verification error";
}

function insecure({ key, digest = "" }: SignatureAlgorithm): string {
  const name = key === "rsa" ? `${digest.toUpperCase()}-RSA` : `${GO_NAMES[key]}-${digest.toUpperCase()}`;
  return `x509: cannot verify signature: insecure algorithm ${name}`;
}

const GO_NAMES = { rsa: "RSA", ecdsa: "ECDSA", ed25519: "Ed25519", dsa: "DSA" } as const;
const GO_TYPES = { rsa: "*rsa.PublicKey", ecdsa: "*ecdsa.PublicKey", ed25519: "ed25519.PublicKey" } as const;
const GO_FAILURES = {
  ecdsa: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
} as const;

type RsaKey = Extract<PublicKey, { readonly kind: "rsa" }>;

function rsaKeyProblem({ modulus, exponent }: RsaKey): string | undefined {
  const bits = 8 * modulus.length - Math.clz32(modulus[0] ?? 0) + 24;
  if (bits < MIN_RSA_BITS)
    return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`;
  if (((modulus[modulus.length - 1] ?? 0) & 1) === 0) return "crypto/rsa: public modulus is even";
  if (exponent < 2n) return "crypto/rsa: public exponent too small or negative";
  if (exponent % 2n === 0n) return "crypto/rsa: public exponent is even";
  return exponent > MAX_EXPONENT ? "crypto/rsa: public exponent too large" : undefined;
}

function rsaKey({ modulus, exponent }: RsaKey): KeyObject {
  const e = Buffer.from(exponent.toString(16).padStart(8, "0"), "hex");
  const key = { kty: "RSA", n: modulus.toString("base64url"), e: e.toString("base64url") };
  return createPublicKey({ key, format: "jwk" });
}

/** Signatures that OpenSSL cannot check count as invalid. */
function good({ signed, signature }: Signed, algorithm: SignatureAlgorithm, key: KeyObject): boolean {
  const padding = algorithm.saltLength === undefined ? {} : pss(algorithm.saltLength);
  try {
    return verify(algorithm.digest, signed, { key, ...padding }, signature);
  } catch {
    return false;
  }
}

const pss = (saltLength: number) => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
