import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { CertificateRequest } from "../../../api/x509/certificate-request.ts";
import type { PublicKey } from "../../../api/x509/public-key.ts";
import { type SignatureAlgorithm, signatureAlgorithm } from "./signature-algorithm.ts";

const MIN_RSA_BITS = 1024;
const MAX_EXPONENT = 2n ** 31n - 1n;
const UNKNOWN = "x509: cannot verify signature: algorithm unimplemented";

/** What is wrong with a request's signature of itself, in the words of Go's crypto; undefined when it is good. */
export function requestSignatureProblem(request: CertificateRequest): string | undefined {
  const algorithm = signatureAlgorithm(request.signatureAlgorithm);
  const { publicKey } = request;
  if (algorithm === undefined) return UNKNOWN;
  if (algorithm.digest === "md5") return "x509: cannot verify signature: insecure algorithm MD5-RSA";
  if (publicKey === undefined) return UNKNOWN;
  if (publicKey.kind !== algorithm.key)
    return `x509: signature algorithm specifies an ${GO_NAMES[algorithm.key]} public key, but have public key of type ${GO_TYPES[publicKey.kind]}`;
  if (publicKey.kind !== "rsa")
    return good(request, algorithm, publicKey.key) ? undefined : GO_FAILURES[publicKey.kind];
  const problem = rsaKeyProblem(publicKey);
  if (problem !== undefined) return problem;
  return good(request, algorithm, rsaKey(publicKey)) ? undefined : "crypto/rsa: verification error";
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

/** What OpenSSL cannot check at all is not good. */
function good(request: CertificateRequest, algorithm: SignatureAlgorithm, key: KeyObject): boolean {
  const { signed, signature } = request;
  const padding = algorithm.saltLength === undefined ? {} : pss(algorithm.saltLength);
  try {
    return verify(algorithm.digest, signed, { key, ...padding }, signature);
  } catch {
    return false;
  }
}

const pss = (saltLength: number) => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
