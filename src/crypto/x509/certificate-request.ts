import { firstPemBlock, pemOfBase64 } from "../pem.ts";
import { type Algorithm, readAlgorithm } from "./algorithm.ts";
import { readAlternativeNames } from "./alternative-names.ts";
import { DerProblem, DerReader, type DerValue, mismatch, readElements, syntaxProblem, TAG } from "./der.ts";
import { bitString, boolean, integer, objectIdentifier } from "./der-values.ts";
import { type DistinguishedName, nameOf, readNameAttributes } from "./distinguished-name.ts";
import { type PublicKey, readPublicKey } from "./public-key.ts";

/** A request for a certificate (PKCS #10). */
export interface CertificateRequest {
  /** The signed bytes. */
  readonly signed: Buffer;
  readonly subject: DistinguishedName;
  /** Undefined for an unsupported kind of key, with which no signature can be verified. */
  readonly publicKey: PublicKey | undefined;
  readonly signatureAlgorithm: Algorithm;
  readonly signature: Buffer;
}

const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";

const struct = (type: string) => ({ tag: TAG.sequence, type });

/**
 * Parses a request as Go's crypto/x509 does (`ParseCertificateRequest`) and accepts the same input. Throws a
 * DerProblem with its text.
 */
export function readCertificateRequest(der: Buffer): CertificateRequest {
  const outer = new DerReader(der);
  const request = outer.field(struct("certificateRequest"));
  const parts = new DerReader(request.content);
  const info = parts.field(struct("tbsCertificateRequest"));
  const body = readInfo(info.content);
  const signatureAlgorithm = readAlgorithm(parts);
  const signature = bitString(parts.field({ tag: TAG.bitString, type: "BitString" }).content);
  if (!outer.atEnd) throw syntaxProblem("trailing data");
  const publicKey = readPublicKey(body.keyAlgorithm, body.keyBits);
  const name = new DerReader(body.subject.whole);
  const subject = nameOf(readNameAttributes(name.field(struct("RDNSequence"))));
  checkExtensions(body.attributes);
  return { signed: info.whole, subject, publicKey, signatureAlgorithm, signature };
}

/** Parses the request in a PEM text (as base64) as Kubernetes does (`ParseCSR`), or returns its problem. */
export function parseRequest(base64: string): CertificateRequest | { readonly problem: string } {
  const block = firstPemBlock(pemOfBase64(base64));
  if (block?.type !== "CERTIFICATE REQUEST") return { problem: "PEM block type must be CERTIFICATE REQUEST" };
  try {
    return readCertificateRequest(block.bytes);
  } catch (problem) {
    if (problem instanceof DerProblem) return { problem: problem.message };
    throw problem;
  }
}

interface Info {
  readonly subject: DerValue;
  readonly keyAlgorithm: Algorithm;
  readonly keyBits: Buffer;
  readonly attributes: readonly DerValue[];
}

function readInfo(content: Buffer): Info {
  const fields = new DerReader(content);
  integer(fields.field({ tag: TAG.integer, type: "int" }).content);
  const subject = fields.any();
  const key = new DerReader(fields.field(struct("publicKeyInfo")).content);
  const keyAlgorithm = readAlgorithm(key);
  const keyBits = bitString(key.field({ tag: TAG.bitString, type: "BitString" }).content);
  const attributes = fields.checked((header) => {
    if (header.class !== 2 || header.tag !== 0 || !header.compound)
      throw mismatch(header, { tag: 0, type: "" }, ATTRIBUTE_PARAMETERS);
  });
  return { subject, keyAlgorithm, keyBits, attributes: readElements(attributes.content) };
}

/** Go's text of the parameters of the attributes. Go prints the address of the tag, which differs each time. */
const ATTRIBUTE_PARAMETERS =
  "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:0xc000000000 stringType:0 timeType:0 set:false omitEmpty:false}";

/** Checks the requested extensions. They are not used further, but must be valid, including their names. */
function checkExtensions(attributes: readonly DerValue[]): void {
  const seen = new Set<string>();
  const names: Buffer[] = [];
  for (const attribute of attributes) {
    const extensions = requestedExtensions(attribute);
    for (const { id, value } of extensions) {
      if (seen.has(id)) throw new DerProblem(DUPLICATE);
      seen.add(id);
      if (id === SUBJECT_ALTERNATIVE_NAME) names.push(value);
    }
  }
  for (const value of names) readAlternativeNames(value);
}

const DUPLICATE = "x509: certificate request contains duplicate requested extensions";

/** Extensions that an attribute requests. Attributes that cannot be parsed are ignored. */
function requestedExtensions(attribute: DerValue): Extension[] {
  const value = firstRequestValue(attribute);
  if (value === undefined) return [];
  const list = new DerReader(value.whole).field({ tag: TAG.sequence, type: "" });
  return readElements(list.content, TAG.sequence).map(readExtension);
}

function firstRequestValue({ whole }: DerValue): DerValue | undefined {
  try {
    const fields = new DerReader(new DerReader(whole).field(struct("")).content);
    const id = objectIdentifier(fields.field({ tag: TAG.oid, type: "" }).content);
    const values = readElements(fields.field({ tag: TAG.set, type: "" }).content);
    return id === EXTENSION_REQUEST ? values[0] : undefined;
  } catch (problem) {
    if (problem instanceof DerProblem) return undefined;
    throw problem;
  }
}

interface Extension {
  readonly id: string;
  readonly value: Buffer;
}

function readExtension({ content }: DerValue): Extension {
  const fields = new DerReader(content);
  const id = objectIdentifier(fields.field({ tag: TAG.oid, type: "ObjectIdentifier" }).content);
  const critical = fields.optional(
    (header) => header.class === 0 && header.tag === TAG.boolean && !header.compound,
  );
  if (critical !== undefined) boolean(critical.content);
  return { id, value: fields.field({ tag: TAG.octetString, type: "" }).content };
}
