import { DerProblem } from "./der.ts";
import { anyText, objectIdentifier } from "./der-values.ts";
import { type DistinguishedName, type NameAttribute, nameOf } from "./distinguished-name.ts";
import { attempt, ID, must, PlainReader, type PlainValue } from "./plain-reader.ts";

/** A name in a certificate. */
export interface CertificateName extends DistinguishedName {
  /** DER as latin1. Names are equal if their bytes are equal. */
  readonly raw: string;
  readonly attributes: readonly NameAttribute[];
}

const INVALID = "invalid RDNSequence";

/** Reads a name. In certificates every part must be a string of a supported type, in contrast to requests. */
export function readCertificateName({ whole, content }: PlainValue): CertificateName {
  const attributes: NameAttribute[] = [];
  const sets = new PlainReader(content);
  while (!sets.atEnd) {
    const set = must(sets.enter(ID.set), INVALID);
    while (!set.atEnd)
      attributes.push(readAttribute(must(set.enter(ID.sequence), `${INVALID}: invalid attribute`)));
  }
  return { raw: whole.toString("latin1"), attributes, ...nameOf(attributes) };
}

function readAttribute(fields: PlainReader): NameAttribute {
  const oid = fields.take(ID.oid);
  const type = oid === undefined ? undefined : attempt(() => objectIdentifier(oid));
  const known = must(type, `${INVALID}: invalid attribute type`);
  const { identifier, content } = must(fields.next(), `${INVALID}: invalid attribute value`);
  const name = STRINGS.get(identifier);
  if (name === undefined)
    throw new DerProblem(`x509: ${INVALID}: invalid attribute value: unsupported string type: ${identifier}`);
  const value = { class: 0, tag: identifier, compound: false, length: content.length, begin: 0 };
  const text = attempt(() => anyText({ ...value, whole: content, content }));
  return { type: known, text: must(text, `${INVALID}: invalid attribute value: invalid ${name}`) };
}

const STRINGS: ReadonlyMap<number, string> = new Map([
  [12, "UTF-8 string"],
  [18, "NumericString"],
  [19, "PrintableString"],
  [20, "T61String"],
  [22, "IA5String"],
  [30, "BMPString"],
]);
