import { X509Certificate } from "node:crypto";
import { pemText } from "../pem.ts";
import type { Algorithm } from "./algorithm.ts";
import { type CertificateExtensions, noExtensions, readExtensions } from "./certificate-extensions.ts";
import { type CertificateName, readCertificateName } from "./certificate-name.ts";
import { DerProblem } from "./der.ts";
import { readGeneralizedTime, readUtcTime } from "./der-times.ts";
import { bitString, checkInteger, objectIdentifier } from "./der-values.ts";
import { attempt, context, contextStructure, ID, must, PlainReader } from "./plain-reader.ts";
import { type PublicKey, readPublicKey } from "./public-key.ts";
import type { Signed } from "./signature.ts";

/** A certificate as parsed by crypto/x509. */
export interface Certificate extends Signed {
  readonly raw: Buffer;
  /** Version, 1 to 3. */
  readonly version: number;
  /** Serial number, big-endian. */
  readonly serial: Buffer;
  readonly issuer: CertificateName;
  readonly subject: CertificateName;
  /** Milliseconds since 1970; both times are inclusive. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** The public key with its algorithm, as DER. */
  readonly rawPublicKey: Buffer;
  /** Undefined for keys that cannot verify signatures. */
  readonly publicKey: PublicKey | undefined;
  readonly extensions: CertificateExtensions;
}

/** Parses a certificate from its DER, or returns the error text of Go's crypto/x509 (`ParseCertificate`). */
export function readCertificate(der: Buffer): Certificate | string {
  const reader = new PlainReader(der);
  const certificate = parse(reader);
  return typeof certificate === "string" || reader.atEnd ? certificate : "x509: trailing data";
}

/** Parses consecutive certificates, or returns the error text for one of them. */
export function readCertificates(der: Buffer): readonly Certificate[] | string {
  const certificates: Certificate[] = [];
  for (const reader = new PlainReader(der); !reader.atEnd; ) {
    const certificate = parse(reader);
    if (typeof certificate === "string") return certificate;
    certificates.push(certificate);
  }
  return certificates;
}

/** The certificate as a Node object; undefined if OpenSSL does not accept it. */
export function nodeCertificate({ raw }: Certificate): X509Certificate | undefined {
  try {
    // PEM is passed instead of DER, because Node first searches for PEM in bytes.
    return new X509Certificate(pemText({ type: "CERTIFICATE", bytes: raw }));
  } catch {
    return undefined;
  }
}

function parse(reader: PlainReader): Certificate | string {
  try {
    const { whole, content } = must(reader.value(ID.sequence), "malformed certificate");
    return readParts(whole, new PlainReader(content));
  } catch (problem) {
    if (problem instanceof DerProblem) return problem.message;
    throw problem;
  }
}

/** Reads the parts in the order of crypto/x509, so that the same part is reported as invalid first. */
function readParts(raw: Buffer, parts: PlainReader): Certificate {
  const tbs = must(parts.value(ID.sequence), "malformed tbs certificate");
  const fields = new PlainReader(tbs.content);
  const version = readVersion(fields);
  const serial = readSerial(fields);
  const signatureAlgorithm = readSignatureAlgorithm(fields, parts);
  const issuer = readCertificateName(must(fields.value(ID.sequence), "malformed issuer"));
  const validity = must(fields.enter(ID.sequence), "malformed validity");
  const [notBefore, notAfter] = [readTime(validity), readTime(validity)];
  const subject = readCertificateName(must(fields.value(ID.sequence), "malformed issuer"));
  const key = must(fields.value(ID.sequence), "malformed spki");
  const publicKey = readKey(new PlainReader(key.content));
  const extensions = readOptionalParts(fields, version);
  const signature = must(bits(parts.take(ID.bitString)), "malformed signature");
  return {
    ...{ raw, version, serial, issuer, subject, notBefore, notAfter },
    ...{ signed: tbs.whole, signatureAlgorithm, signature },
    ...{ rawPublicKey: key.whole, publicKey, extensions },
  };
}

function readVersion(fields: PlainReader): number {
  if (!fields.sees(contextStructure(0))) return 1;
  const inner = fields.enter(contextStructure(0));
  const content = must(integer(inner?.take(ID.integer)), "malformed version");
  if (inner?.atEnd !== true || content.length > 8 || (content[0] ?? 0) >= 0x80)
    throw new DerProblem("x509: malformed version");
  const version = BigInt(`0x${content.toString("hex")}`) + 1n;
  if (version > 3n) throw new DerProblem("x509: invalid version");
  return Number(version);
}

function readSerial(fields: PlainReader): Buffer {
  const serial = must(integer(fields.take(ID.integer)), "malformed serial number");
  if ((serial[0] ?? 0) >= 0x80) throw new DerProblem("x509: negative serial number");
  return serial;
}

const integer = (content: Buffer | undefined): Buffer | undefined =>
  content === undefined || attempt(() => checkInteger(content) ?? true) === undefined ? undefined : content;

const bits = (content: Buffer | undefined): Buffer | undefined =>
  content === undefined ? undefined : attempt(() => bitString(content));

/**
 * Reads the signature algorithm, which a certificate contains twice: once inside and once outside of the signed
 * bytes.
 */
function readSignatureAlgorithm(inner: PlainReader, outer: PlainReader): Algorithm {
  const content = must(inner.take(ID.sequence), "malformed signature algorithm identifier");
  const again = must(outer.take(ID.sequence), "malformed algorithm identifier");
  if (!content.equals(again))
    throw new DerProblem("x509: inner and outer signature algorithm identifiers don't match");
  return readAlgorithmIn(new PlainReader(content));
}

function readAlgorithmIn(fields: PlainReader): Algorithm {
  const oid = fields.take(ID.oid);
  const id = oid === undefined ? undefined : attempt(() => objectIdentifier(oid));
  const named = must(id, "malformed OID");
  if (fields.atEnd) return { id: named, parameters: Buffer.alloc(0) };
  return { id: named, parameters: must(fields.next(), "malformed parameters").whole };
}

function readTime(fields: PlainReader): number {
  if (fields.sees(ID.utcTime)) return time(fields.take(ID.utcTime), readUtcTime, "UTCTime");
  if (fields.sees(ID.generalizedTime))
    return time(fields.take(ID.generalizedTime), readGeneralizedTime, "GeneralizedTime");
  throw new DerProblem("x509: unsupported time format");
}

function time(content: Buffer | undefined, read: (content: Buffer) => number, type: string): number {
  // Fractions of seconds, which Go's encoding/asn1 accepts, are refused here.
  const isWhole = content !== undefined && !content.includes(".");
  return must(isWhole ? attempt(() => read(content)) : undefined, `malformed ${type}`);
}

function readKey(fields: PlainReader): PublicKey | undefined {
  const algorithm = must(fields.enter(ID.sequence), "malformed public key algorithm identifier");
  const { id, parameters } = readAlgorithmIn(algorithm);
  const key = must(bits(fields.take(ID.bitString)), "malformed subjectPublicKey");
  return readPublicKey({ id, parameters }, key);
}

function readOptionalParts(fields: PlainReader, version: number): CertificateExtensions {
  if (version === 1) return noExtensions();
  skip(fields, context(1), "malformed issuerUniqueID");
  skip(fields, context(2), "malformed subjectUniqueID");
  if (version < 3 || !fields.sees(contextStructure(3))) return noExtensions();
  return readExtensions(must(fields.enter(contextStructure(3)), "malformed extensions"));
}

function skip(fields: PlainReader, identifier: number, problem: string): void {
  if (fields.sees(identifier)) must(fields.next(), problem);
}
