import { isIP } from "node:net";
import { quote } from "../../go/quote.ts";
import { DerProblem } from "./der.ts";
import { isDomainConstraint } from "./domain.ts";
import { parseMailbox } from "./mailbox.ts";
import { context, contextStructure, ID, must, PlainReader } from "./plain-reader.ts";

/** Names for which an authority may, and may not, issue certificates. */
export interface NameConstraints {
  readonly permitted: Subtrees;
  readonly excluded: Subtrees;
  /** True if there are constraints on types of names that Go does not support. */
  readonly hasUnknown: boolean;
}

/** Names that are permitted, or those that are excluded. */
export interface Subtrees {
  readonly dns: readonly string[];
  readonly ips: readonly Network[];
  /** Complete mail addresses, and domains. */
  readonly emails: readonly string[];
  readonly uris: readonly string[];
}

/** A network of IP addresses. */
export interface Network {
  /** Address of 4 or 16 bytes. */
  readonly address: Buffer;
  /** Number of significant bits. */
  readonly prefix: number;
}

const INVALID = "invalid NameConstraints extension";

/** Reads a nameConstraints extension. Throws a DerProblem with the text of Go's crypto/x509. */
export function readNameConstraints(extension: Buffer): NameConstraints {
  const outer = new PlainReader(extension);
  const fields = must(outer.enter(ID.sequence), INVALID);
  const permitted = optional(fields, 0);
  const excluded = optional(fields, 1);
  if (!outer.atEnd || !fields.atEnd) throw new DerProblem(`x509: ${INVALID}`);
  if (permitted.length === 0 && excluded.length === 0)
    throw new DerProblem("x509: empty name constraints extension");
  const [allowed, refused] = [readSubtrees(permitted), readSubtrees(excluded)];
  return { permitted: allowed, excluded: refused, hasUnknown: allowed.hasUnknown || refused.hasUnknown };
}

const optional = (fields: PlainReader, number: number): Buffer => {
  const identifier = contextStructure(number);
  return fields.sees(identifier) ? must(fields.take(identifier), INVALID) : Buffer.alloc(0);
};

interface ReadSubtrees extends Subtrees {
  readonly dns: string[];
  readonly ips: Network[];
  readonly emails: string[];
  readonly uris: string[];
  hasUnknown: boolean;
}

function readSubtrees(content: Buffer): ReadSubtrees {
  const trees: ReadSubtrees = { dns: [], ips: [], emails: [], uris: [], hasUnknown: false };
  const list = new PlainReader(content);
  while (!list.atEnd) {
    const { identifier, content } = must(list.enter(ID.sequence)?.next(), INVALID);
    if (identifier === context(2)) trees.dns.push(domain(content, "dnsName"));
    else if (identifier === context(7)) trees.ips.push(network(content));
    else if (identifier === context(1)) trees.emails.push(email(content));
    else if (identifier === context(6)) trees.uris.push(uriDomain(content));
    else trees.hasUnknown = true;
  }
  return trees;
}

function ascii(content: Buffer): string {
  if (content.every((byte) => byte < 0x80)) return content.toString("latin1");
  const why = `x509: ${quote(content.toString())} cannot be encoded as an IA5String`;
  throw new DerProblem(`x509: invalid constraint value: ${why}`);
}

function domain(content: Buffer, type: string): string {
  const text = ascii(content);
  if (isDomainConstraint(text)) return text;
  throw new DerProblem(`x509: failed to parse ${type} constraint ${quote(text)}`);
}

function email(content: Buffer): string {
  const text = ascii(content);
  if (!text.includes("@")) return domain(content, "rfc822Name");
  if (parseMailbox(text) !== undefined) return text;
  throw new DerProblem(`x509: failed to parse rfc822Name constraint ${quote(text)}`);
}

function uriDomain(content: Buffer): string {
  const text = ascii(content);
  if (isIP(text) !== 0)
    throw new DerProblem(`x509: failed to parse URI constraint ${quote(text)}: cannot be IP address`);
  return domain(content, "URI");
}

function network(content: Buffer): Network {
  const { length } = content;
  if (length !== 8 && length !== 32)
    throw new DerProblem(`x509: IP constraint contained value of length ${length}`);
  const mask = content.subarray(length / 2);
  const bits = [...mask].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  if (!/^1*0*$/.test(bits))
    throw new DerProblem(`x509: IP constraint contained invalid mask ${mask.toString("hex")}`);
  return { address: content.subarray(0, length / 2), prefix: bits.lastIndexOf("1") + 1 };
}
