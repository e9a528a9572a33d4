import { DerProblem, DerReader, TAG } from "./der.ts";
import { type DistinguishedName, nameOf, readNameAttributes } from "./distinguished-name.ts";

/** The subject of a certificate that says who a client is. */
export interface CertificateSubject extends DistinguishedName {
  /** Of the user, when it is there. */
  readonly uid: string | undefined;
}

/** The attribute that carries the uid of a user in Kubernetes' client certificates. */
const UID = "1.3.6.1.4.1.57683.2";

const sequence = { tag: TAG.sequence, type: "" };

/**
 * Reads the subject of a certificate as Go's crypto/x509 does: every part of it is a string of a type that it knows.
 * OpenSSL would make texts of others too, and members of groups that no signer has seen in the request. Throws a
 * DerProblem.
 */
export function readCertificateSubject(certificate: Buffer): CertificateSubject {
  const body = new DerReader(new DerReader(certificate).field(sequence).content).field(sequence);
  const fields = new DerReader(body.content);
  fields.optional(({ class: kind, tag }) => kind === 2 && tag === 0);
  fields.field({ tag: TAG.integer, type: "" });
  // The algorithm, the issuer, and how long it is good.
  for (let i = 0; i < 3; i++) fields.field(sequence);
  const attributes = readNameAttributes(fields.field(sequence));
  if (attributes.some(({ text }) => text === undefined))
    throw new DerProblem("x509: invalid RDNSequence: invalid attribute value: unsupported string type");
  const uids = attributes.filter(({ type }) => type === UID).map(({ text = "" }) => text);
  if (uids.length > 1) throw new DerProblem(`expected 1 UID, but found multiple: [${uids.join(" ")}]`);
  if (uids[0] === "") throw new DerProblem("UID cannot be an empty string");
  return { ...nameOf(attributes), uid: uids[0] };
}
