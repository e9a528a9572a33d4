import { type Algorithm, readAlgorithm } from "./algorithm.ts";
import { DerProblem, DerReader, TAG } from "./der.ts";
import { integer } from "./der-values.ts";

/** Algorithm of a signature. */
export interface SignatureAlgorithm {
  readonly key: "rsa" | "ecdsa" | "ed25519" | "dsa";
  /** Undefined for an algorithm that includes its digest. */
  readonly digest: string | undefined;
  /** Length of the salt in bytes, for RSA with PSS padding. */
  readonly saltLength?: number;
}

const ED25519 = "1.3.101.112";
const RSA_PSS = "1.2.840.113549.1.1.10";
const MGF1 = "1.2.840.113549.1.1.8";

const KNOWN: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["1.2.840.113549.1.1.4", { key: "rsa", digest: "md5" }],
  ["1.2.840.113549.1.1.5", { key: "rsa", digest: "sha1" }],
  ["1.3.14.3.2.29", { key: "rsa", digest: "sha1" }],
  ["1.2.840.113549.1.1.11", { key: "rsa", digest: "sha256" }],
  ["1.2.840.113549.1.1.12", { key: "rsa", digest: "sha384" }],
  ["1.2.840.113549.1.1.13", { key: "rsa", digest: "sha512" }],
  ["1.2.840.10040.4.3", { key: "dsa", digest: "sha1" }],
  ["2.16.840.1.101.3.4.3.2", { key: "dsa", digest: "sha256" }],
  ["1.2.840.10045.4.1", { key: "ecdsa", digest: "sha1" }],
  ["1.2.840.10045.4.3.2", { key: "ecdsa", digest: "sha256" }],
  ["1.2.840.10045.4.3.3", { key: "ecdsa", digest: "sha384" }],
  ["1.2.840.10045.4.3.4", { key: "ecdsa", digest: "sha512" }],
  [ED25519, { key: "ed25519", digest: undefined }],
]);

const PSS_DIGESTS: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["2.16.840.1.101.3.4.2.1 32", { key: "rsa", digest: "sha256", saltLength: 32 }],
  ["2.16.840.1.101.3.4.2.2 48", { key: "rsa", digest: "sha384", saltLength: 48 }],
  ["2.16.840.1.101.3.4.2.3 64", { key: "rsa", digest: "sha512", saltLength: 64 }],
]);

/** The algorithm if Go's crypto/x509 supports it; undefined for all others and for unsupported parameters. */
export function signatureAlgorithm({ id, parameters }: Algorithm): SignatureAlgorithm | undefined {
  if (id === RSA_PSS) return pss(parameters);
  return id === ED25519 && parameters.length > 0 ? undefined : KNOWN.get(id);
}

function pss(parameters: Buffer): SignatureAlgorithm | undefined {
  try {
    return readPss(parameters);
  } catch (problem) {
    if (problem instanceof DerProblem) return undefined;
    throw problem;
  }
}

/**
 * Reads PSS parameters. The mask must use the digest of the message, the salt must have the digest's length, and the
 * trailer must be the default.
 */
function readPss(parameters: Buffer): SignatureAlgorithm | undefined {
  const fields = new DerReader(new DerReader(parameters).field({ tag: TAG.sequence, type: "" }).content);
  const hash = readAlgorithm(explicit(fields, 0));
  const mask = readAlgorithm(explicit(fields, 1));
  const saltLength = explicitInteger(fields, 2);
  const trailer = fields.atEnd ? 1n : explicitInteger(fields, 3);
  const maskHash = readAlgorithm(new DerReader(mask.parameters));
  const fits = mask.id === MGF1 && maskHash.id === hash.id && isNone(hash) && isNone(maskHash);
  return fits && trailer === 1n ? PSS_DIGESTS.get(`${hash.id} ${saltLength}`) : undefined;
}

function explicit(fields: DerReader, tag: number): DerReader {
  const value = fields.any();
  if (value.class !== 2 || value.tag !== tag || !value.compound) throw new DerProblem("no such parameter");
  return new DerReader(value.content);
}

const explicitInteger = (fields: DerReader, tag: number): bigint =>
  integer(explicit(fields, tag).field({ tag: TAG.integer, type: "" }).content);

const NULL = Buffer.from([TAG.null, 0]);
const isNone = ({ parameters }: Algorithm): boolean => parameters.length === 0 || parameters.equals(NULL);
