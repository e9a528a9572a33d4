import { DerReader, type DerValue, readElements, TAG } from "./der.ts";
import { anyText, objectIdentifier } from "./der-values.ts";

/** The owner of a certificate as Kubernetes identifies it. */
export interface DistinguishedName {
  /** CN, the name of the user; the last one if there are several. */
  readonly commonName: string;
  /** O, the groups of the user. */
  readonly organizations: readonly string[];
}

/** One part of a name. */
export interface NameAttribute {
  /** `2.5.4.10`. */
  readonly type: string;
  /** Undefined if Go does not decode the value as a string. */
  readonly text: string | undefined;
}

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";

/** Reads the parts of a name (an RDNSequence), in order. */
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

/** Common name and organizations. Parts that Go does not decode as strings are ignored, as in Go. */
export function nameOf(attributes: readonly NameAttribute[]): DistinguishedName {
  const texts = (type: string): string[] =>
    attributes.filter((one) => one.type === type).flatMap(({ text }) => text ?? []);
  return { commonName: texts(COMMON_NAME).at(-1) ?? "", organizations: texts(ORGANIZATION) };
}
