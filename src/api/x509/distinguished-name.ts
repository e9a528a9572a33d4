import { DerReader, type DerValue, readElements, TAG } from "./der.ts";
import { anyText, objectIdentifier } from "./der-values.ts";

/** Whom a certificate is for, as Kubernetes reads it. */
export interface DistinguishedName {
  /** CN, the user: the last one when there are several. */
  readonly commonName: string;
  /** O, the groups. */
  readonly organizations: readonly string[];
}

/** One part of a name. */
export interface NameAttribute {
  /** `2.5.4.10`. */
  readonly type: string;
  /** Undefined for what is no string to Go. */
  readonly text: string | undefined;
}

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";

/** The parts of a name (an RDNSequence), in order. */
export function readNameAttributes({ content }: Pick<DerValue, "content">): NameAttribute[] {
  return readElements(content, TAG.set).flatMap((set) =>
    readElements(set.content, TAG.sequence).map(readAttribute),
  );
}

function readAttribute({ content }: DerValue): NameAttribute {
  const fields = new DerReader(content);
  const type = objectIdentifier(fields.field({ tag: TAG.oid, type: "ObjectIdentifier" }).content);
  return { type, text: anyText(fields.any()) };
}

/** Parts that are no strings to Go (and strings of types that it does not know) count for nothing, as there. */
export function nameOf(attributes: readonly NameAttribute[]): DistinguishedName {
  const texts = (type: string): string[] =>
    attributes.filter((one) => one.type === type).flatMap(({ text }) => text ?? []);
  return { commonName: texts(COMMON_NAME).at(-1) ?? "", organizations: texts(ORGANIZATION) };
}
