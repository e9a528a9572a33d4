import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import { readPem } from "../../crypto/pem.ts";
import { nodeCertificate, readCertificate } from "../../crypto/x509/certificate.ts";
import { type KeyForm, readPrivateKey } from "../../crypto/x509/private-key.ts";

/** A public key that verifies tokens. */
export interface VerifyingKey {
  /** SHA-256 of the key's DER form in base64url. It identifies the key and reveals nothing about it. */
  readonly id: string;
  /** RS256, or ES256, ES384, ES512 by the curve. */
  readonly algorithm: string;
  readonly key: KeyObject;
  /** The public key in the published form. */
  readonly jwk: JWK;
}

/** A private key, with the public key that verifies its signatures. */
export interface SigningKey {
  readonly verifying: VerifyingKey;
  readonly key: KeyObject;
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** Returns a new private key on the curve P-256. */
export const newSigningKey = (): SigningKey => readSigningKey(newSigningKeyPem());

/**
 * Returns a new private key as PEM. The key is not created as a KeyObject: Node (20.20) waits for ever if a
 * new key is exported as a JWK while its generator is garbage-collected, because both lock the key
 * (src/crypto/crypto_keygen.h, ~KeyPairGenConfig).
 */
export function newSigningKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

/**
 * Returns all keys of a PEM file; for a private key its public half. Throws an Error for a key that is
 * neither RSA nor on such a curve.
 */
export function readVerifyingKeys(pem: string): VerifyingKey[] {
  const keys = readPem(pem).blocks.map(({ bytes }) => publicKeyIn(bytes));
  // Other blocks are ignored: files often have `EC PARAMETERS` before a key.
  const found = keys.filter((key) => key !== undefined);
  if (found.length === 0) throw new Error("there is no key in PEM form in it");
  return found.map(verifyingKey);
}

function publicKeyIn(der: Buffer): KeyObject | undefined {
  const privateKey = readPrivateKey(der);
  if (privateKey !== undefined) return createPublicKey(privateKey);
  const certificate = readCertificate(der);
  try {
    if (typeof certificate !== "string") return nodeCertificate(certificate)?.publicKey;
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

const PRIVATE_KEYS: ReadonlyMap<string, KeyForm> = new Map([
  ["EC PRIVATE KEY", "sec1"],
  ["RSA PRIVATE KEY", "pkcs1"],
  ["PRIVATE KEY", "pkcs8"],
]);

/** Returns the first private key of a PEM file. */
export function readSigningKey(pem: string): SigningKey {
  for (const { type, bytes } of readPem(pem).blocks) {
    const form = PRIVATE_KEYS.get(type);
    const key = form === undefined ? undefined : readPrivateKey(bytes, [form]);
    if (key !== undefined) return { key, verifying: verifyingKey(createPublicKey(key)) };
  }
  throw new Error("there is no private key in PEM form in it");
}

function verifyingKey(key: KeyObject): VerifyingKey {
  const der = key.export({ type: "spki", format: "der" });
  const id = createHash("sha256").update(der).digest("base64url");
  const algorithm = algorithmOf(key);
  return {
    id,
    algorithm,
    key,
    jwk: { use: "sig", kid: id, alg: algorithm, ...key.export({ format: "jwk" }) },
  };
}

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === "rsa") return "RS256";
  const algorithm = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ""];
  if (algorithm === undefined) throw new Error("keys of tokens are RSA, or EC on P-256, P-384 or P-521");
  return algorithm;
}
