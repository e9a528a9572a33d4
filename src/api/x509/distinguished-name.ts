import { type DerHeader, DerReader, readElements, TAG } from "./der.ts";
import { anyText, objectIdentifier } from "./der-values.ts";

/** Whom a certificate is for, as Kubernetes reads it. */
export interface DistinguishedName {
  /** CN, the user: the last one when there are several. */
  readonly commonName: string;
  /** O, the groups. */
  readonly organizations: readonly string[];
}

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";

/** Parts that are no strings to Go (and strings of types that it does not know) count for nothing, as there. */
export function readDistinguishedName(sequence: DerHeader & { readonly content: Buffer }): DistinguishedName {
  let commonName = "";
  const organizations: string[] = [];
  for (const { type, text } of attributesIn(sequence.content)) {
    if (text === undefined) continue;
    if (type === COMMON_NAME) commonName = text;
    else if (type === ORGANIZATION) organizations.push(text);
  }
  return { commonName, organizations };
}

interface Attribute {
  readonly type: string;
  readonly text: string | undefined;
}

function attributesIn(content: Buffer): Attribute[] {
  return readElements(content, TAG.set).flatMap((set) =>
    readElements(set.content, TAG.sequence).map(readAttribute),
  );
}

function readAttribute({ content }: { readonly content: Buffer }): Attribute {
  const fields = new DerReader(content);
  const type = objectIdentifier(fields.field({ tag: TAG.oid, type: "ObjectIdentifier" }).content);
  return { type, text: anyText(fields.any()) };
}
