import { quote } from "../../go/quote.ts";
import { type GoUrl, parseGoUrl } from "../../go/url.ts";
import { DerProblem } from "./der.ts";
import { isDomain } from "./domain.ts";
import { context, ID, must, PlainReader } from "./plain-reader.ts";

/** Names of the owner of a certificate besides the subject. */
export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly emails: readonly string[];
  /** Addresses of 4 or 16 bytes. */
  readonly ips: readonly Buffer[];
  readonly uris: readonly NamedUri[];
}

/** A URI with its host. */
export interface NamedUri extends Pick<GoUrl, "host"> {
  readonly text: string;
}

const EMAIL = context(1);
const DNS = context(2);
const URI = context(6);
const IP = context(7);

interface ReadNames {
  readonly dns: string[];
  readonly emails: string[];
  readonly ips: Buffer[];
  readonly uris: NamedUri[];
}

/** Reads the names of a subjectAltName extension. Throws a DerProblem with the text of Go's crypto/x509. */
export function readAlternativeNames(extension: Buffer): AlternativeNames {
  const list = must(new PlainReader(extension).enter(ID.sequence), "invalid subject alternative names");
  const names: ReadNames = { dns: [], emails: [], ips: [], uris: [] };
  while (!list.atEnd) {
    const { identifier, content } = must(list.next(), "invalid subject alternative name");
    if (identifier === EMAIL) names.emails.push(ascii(content, "rfc822Name"));
    else if (identifier === DNS) names.dns.push(ascii(content, "dNSName"));
    else if (identifier === URI) names.uris.push(uri(ascii(content, "uniformResourceIdentifier")));
    else if (identifier === IP) names.ips.push(address(content));
  }
  return names;
}

function ascii(content: Buffer, type: string): string {
  if (content.some((byte) => byte > 0x7f)) throw new DerProblem(`x509: SAN ${type} is malformed`);
  return content.toString("latin1");
}

function uri(text: string): NamedUri {
  const url = parseGoUrl(text);
  if ("error" in url) throw new DerProblem(`x509: cannot parse URI ${quote(text)}: ${url.error}`);
  if (!isDomain(url.host)) throw new DerProblem(`x509: cannot parse URI ${quote(text)}: invalid domain`);
  return { text, host: url.host };
}

function address(content: Buffer): Buffer {
  if (content.length === 4 || content.length === 16) return content;
  throw new DerProblem(`x509: cannot parse IP address of length ${content.length}`);
}
