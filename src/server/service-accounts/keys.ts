import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { JWK } from "jose";

/** A public key with which tokens are verified. */
export interface VerifyingKey {
  /** SHA-256 of the key's DER form, base64url: tells the key and nothing of it. */
  readonly id: string;
  /** RS256, or ES256, ES384, ES512 by the curve. */
  readonly algorithm: string;
  readonly key: KeyObject;
  /** As it is published. */
  readonly jwk: JWK;
}

export interface SigningKey {
  readonly verifying: VerifyingKey;
  readonly key: KeyObject;
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** A fresh private key on the curve P-256, PEM. */
export function newSigningKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** All keys of a PEM file; of a private key its public half. Throws an Error for what is neither RSA nor such a curve. */
export function readVerifyingKeys(pem: string): VerifyingKey[] {
  const blocks = pem.match(/-----BEGIN [A-Z ]+-----[\s\S]*?-----END [A-Z ]+-----/g) ?? [];
  const keys = blocks.filter((block) => !block.includes("PARAMETERS")).map((block) => createPublicKey(block));
  if (keys.length === 0) throw new Error("there is no key in PEM form in it");
  return keys.map(verifyingKey);
}

/** The private key of a PEM file. */
export function readSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  return { key, verifying: verifyingKey(createPublicKey(key)) };
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
