import { isDomain } from "./domain.ts";

/** A mail address. */
export interface Mailbox {
  readonly local: string;
  readonly domain: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 2821 allows them
const QUOTED = /^"((?:[\x01-\x08\x0b\x0c\x0e-!#-[\]-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*)"@/;
const ATOMS = /^((?:[\w!#$%&'*+/=?^`{|}~.-]|\\.)+)@/s;

/** Parses an address as crypto/x509 does (`parseRFC2821Mailbox`); undefined if it is invalid. */
export function parseMailbox(text: string): Mailbox | undefined {
  const match = (text.startsWith('"') ? QUOTED : ATOMS).exec(text);
  const local = match?.[1]?.replace(/\\(.)/gs, "$1");
  const domain = text.slice(match?.[0].length ?? 0);
  if (local === undefined || !isDomain(domain)) return undefined;
  if (!text.startsWith('"') && !/^[^.]/.test(local)) return undefined;
  return !text.startsWith('"') && /\.$|\.\./.test(local) ? undefined : { local, domain };
}
