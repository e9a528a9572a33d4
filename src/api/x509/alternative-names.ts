import { quote } from "../field-error.ts";
import { parseGoUrl } from "../go-url.ts";
import { DerProblem, type DerValue, readHeader, TAG, valueBehind } from "./der.ts";

const EMAIL = 0x81;
const DNS = 0x82;
const URI = 0x86;
const IP = 0x87;

/** What is wrong with the names of a subjectAltName extension is thrown, in the words of Go's crypto/x509. */
export function checkAlternativeNames(extension: Buffer): void {
  const list = plainValue(extension, 0);
  if (list?.identifier !== (0x20 | TAG.sequence))
    throw new DerProblem("x509: invalid subject alternative names");
  const { content } = list.value;
  for (let offset = 0; offset < content.length; ) {
    const name = plainValue(content, offset);
    if (name === undefined) throw new DerProblem("x509: invalid subject alternative name");
    checkName(name.identifier, name.value.content);
    offset += name.value.whole.length;
  }
}

/** These are read by another part of Go, which knows tags of one byte only and gives no reasons. */
function plainValue(bytes: Buffer, at: number): { identifier: number; value: DerValue } | undefined {
  const identifier = bytes[at] ?? 0x1f;
  if ((identifier & 0x1f) === 0x1f) return undefined;
  try {
    return { identifier, value: valueBehind(bytes, at, readHeader(bytes, at)) };
  } catch (problem) {
    if (problem instanceof DerProblem) return undefined;
    throw problem;
  }
}

function checkName(identifier: number, content: Buffer): void {
  if (identifier === EMAIL) ascii(content, "rfc822Name");
  else if (identifier === DNS) ascii(content, "dNSName");
  else if (identifier === URI) checkUri(ascii(content, "uniformResourceIdentifier"));
  else if (identifier === IP && content.length !== 4 && content.length !== 16)
    throw new DerProblem(`x509: cannot parse IP address of length ${content.length}`);
}

function ascii(content: Buffer, type: string): string {
  if (content.some((byte) => byte > 0x7f)) throw new DerProblem(`x509: SAN ${type} is malformed`);
  return content.toString("latin1");
}

function checkUri(text: string): void {
  const url = parseGoUrl(text);
  if ("error" in url) throw new DerProblem(`x509: cannot parse URI ${quote(text)}: ${url.error}`);
  if (url.host !== "" && !isDomain(url.host))
    throw new DerProblem(`x509: cannot parse URI ${quote(text)}: invalid domain`);
}

/** Labels of visible characters, none of them empty. */
const isDomain = (host: string): boolean => host.split(".").every((label) => /^[!-~]+$/.test(label));
