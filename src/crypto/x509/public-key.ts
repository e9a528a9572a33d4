import { createPublicKey, type KeyObject } from "node:crypto";
import type { Algorithm } from "./algorithm.ts";
import { DerProblem, DerReader, TAG } from "./der.ts";
import { checkInteger, objectIdentifier } from "./der-values.ts";
import { attempt } from "./plain-reader.ts";

/** A public key of a kind for which Go verifies signatures. */
export type PublicKey =
  | { readonly kind: "rsa"; readonly modulus: Buffer; readonly exponent: bigint }
  | { readonly kind: "ecdsa" | "ed25519"; readonly key: KeyObject };

const RSA = "1.2.840.113549.1.1.1";
const ECDSA = "1.2.840.10045.2.1";
const ED25519 = "1.3.101.112";
const NULL = Buffer.from([TAG.null, 0]);

interface Curve {
  readonly name: string;
  /** Size of a coordinate in bytes. */
  readonly size: number;
}

const CURVES: ReadonlyMap<string, Curve> = new Map([
  ["1.3.132.0.33", { name: "P224", size: 28 }],
  ["1.2.840.10045.3.1.7", { name: "P256", size: 32 }],
  ["1.3.132.0.34", { name: "P384", size: 48 }],
  ["1.3.132.0.35", { name: "P521", size: 66 }],
]);

/**
 * Reads a public key; undefined for a kind for which Go verifies no signatures. Throws a DerProblem with the text of
 * Go's crypto/x509.
 */
export function readPublicKey({ id, parameters }: Algorithm, bits: Buffer): PublicKey | undefined {
  if (id === RSA) return rsaKey(parameters, bits);
  if (id === ECDSA) return ecdsaKey(parameters, bits);
  return id === ED25519 ? ed25519Key(parameters, bits) : undefined;
}

function rsaKey(parameters: Buffer, bits: Buffer): PublicKey {
  if (!parameters.equals(NULL)) throw new DerProblem("x509: RSA key missing NULL parameters");
  const numbers = attempt(() => new DerReader(new DerReader(bits).field(plain(TAG.sequence)).content));
  if (numbers === undefined) throw new DerProblem("x509: invalid RSA public key");
  const modulus = attempt(() => signedInteger(numbers));
  if (modulus === undefined) throw new DerProblem("x509: invalid RSA modulus");
  const exponent = attempt(() => signedInteger(numbers));
  if (exponent === undefined || exponent.length > 8)
    throw new DerProblem("x509: invalid RSA public exponent");
  if (!isPositive(modulus)) throw new DerProblem("x509: RSA modulus is not a positive number");
  if (!isPositive(exponent)) throw new DerProblem("x509: RSA public exponent is not a positive number");
  return {
    kind: "rsa",
    modulus: modulus[0] === 0 ? modulus.subarray(1) : modulus,
    exponent: asNumber(exponent),
  };
}

const asNumber = (integer: Buffer): bigint => BigInt(`0x${integer.toString("hex")}`);

const plain = (tag: number) => ({ tag, type: "" });

function signedInteger(from: DerReader): Buffer {
  const { content } = from.field(plain(TAG.integer));
  checkInteger(content);
  return content;
}

const isPositive = (integer: Buffer): boolean =>
  (integer[0] ?? 0x80) < 0x80 && integer.some((byte) => byte !== 0);

function ecdsaKey(parameters: Buffer, point: Buffer): PublicKey {
  const oid = attempt(() => objectIdentifier(new DerReader(parameters).field(plain(TAG.oid)).content));
  if (oid === undefined) throw new DerProblem("x509: invalid ECDSA parameters");
  const curve = CURVES.get(oid);
  if (curve === undefined) throw new DerProblem("x509: unsupported elliptic curve");
  if (point[0] !== 4) throw new DerProblem("ecdsa: invalid uncompressed public key");
  if (point.length !== 1 + 2 * curve.size) throw new DerProblem(`invalid ${curve.name} point encoding`);
  const key = attemptKey(subjectPublicKey(parameters, point));
  if (key === undefined) throw new DerProblem(`${curve.name} point not on curve`);
  return { kind: "ecdsa", key };
}

/** Encodes the key again, because OpenSSL is stricter than Go about the structure around a key. */
function subjectPublicKey(curve: Buffer, point: Buffer): Buffer {
  const oid = new DerReader(curve).any().whole;
  const algorithm = der(0x30, Buffer.from("06072a8648ce3d0201", "hex"), oid);
  return der(0x30, algorithm, der(TAG.bitString, Buffer.from([0]), point));
}

function ed25519Key(parameters: Buffer, bits: Buffer): PublicKey {
  if (parameters.length !== 0) throw new DerProblem("x509: Ed25519 key encoded with illegal parameters");
  if (bits.length !== 32) throw new DerProblem("x509: wrong Ed25519 public key size");
  const jwk = { kty: "OKP", crv: "Ed25519", x: bits.toString("base64url") };
  return { kind: "ed25519", key: createPublicKey({ key: jwk, format: "jwk" }) };
}

/** Encodes a value of fewer than 256 bytes. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function attemptKey(spki: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: spki, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}
