import { X509Certificate } from "node:crypto";
import { pemText } from "../pem.ts";
import { DerProblem, readHeader, TAG } from "./der.ts";

/** A certificate from its DER, or Go's text about what is wrong with it. */
export function readCertificate(der: Buffer): X509Certificate | string {
  const length = sequenceLength(der);
  if (length === undefined || length > der.length) return "x509: malformed certificate";
  if (length < der.length) return "x509: trailing data";
  try {
    // As PEM: where Node is given bytes, it looks for PEM in them first.
    return new X509Certificate(pemText({ type: "CERTIFICATE", bytes: der }));
  } catch {
    return "x509: malformed tbs certificate";
  }
}

/** Certificates that follow one another, or Go's text about what is wrong with one. */
export function readCertificates(der: Buffer): readonly X509Certificate[] | string {
  const certificates: X509Certificate[] = [];
  for (let rest = der; rest.length > 0; ) {
    const length = sequenceLength(rest) ?? rest.length;
    const certificate = readCertificate(rest.subarray(0, length));
    if (typeof certificate === "string") return certificate;
    certificates.push(certificate);
    rest = rest.subarray(length);
  }
  return certificates;
}

/** Header and content of a sequence in bytes; undefined when it is none. */
function sequenceLength(der: Buffer): number | undefined {
  if (der[0] !== (0x20 | TAG.sequence)) return undefined;
  try {
    const { begin, length } = readHeader(der, 0);
    return begin + length;
  } catch (problem) {
    if (problem instanceof DerProblem) return undefined;
    throw problem;
  }
}
