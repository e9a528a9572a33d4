import { isIP } from "node:net";
import type { AlternativeNames, NamedUri } from "../../crypto/x509/alternative-names.ts";
import { isDomain } from "../../crypto/x509/domain.ts";
import { type Mailbox, parseMailbox } from "../../crypto/x509/mailbox.ts";
import type { NameConstraints, Network, Subtrees } from "../../crypto/x509/name-constraints.ts";
import { quote } from "../../go/quote.ts";
import { addressText } from "./address-text.ts";
import type { Chain } from "./build-chains.ts";
import { DomainTree } from "./domain-tree.ts";

/**
 * Returns Go's text if an authority in the chain is not allowed to sign a name below it
 * (`checkChainConstraints` of Go's crypto/x509). All names are checked, not only that of the server.
 */
export function constraintProblem(chain: Chain): string | undefined {
  const rules = chain.map(({ extensions: { nameConstraints } }) =>
    nameConstraints === undefined ? undefined : rulesOf(nameConstraints),
  );
  for (const [i, { extensions }] of chain.entries()) {
    const above = rules.slice(i + 1).filter((one) => one !== undefined);
    if (extensions.names === undefined || above.length === 0) continue;
    const names = comparable(extensions.names);
    if (typeof names === "string") return names;
    for (const one of above) {
      const problem = namesProblem(names, one);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Constraints for one type of names. */
interface Rule<T> {
  /**
   * Returns the constraint that permits a name; undefined: none permits it. Without this function all names
   * are permitted.
   */
  readonly permitting: ((name: T) => string | undefined) | undefined;
  readonly excluding: (name: T) => string | undefined;
}

interface Rules {
  readonly ips: Rule<Buffer>;
  readonly dns: Rule<string>;
  readonly uris: Rule<string>;
  readonly emails: Rule<Mailbox>;
}

function rulesOf({ permitted, excluded }: NameConstraints): Rules {
  return {
    ips: rule(permitted, excluded, "ips", networks),
    dns: rule(permitted, excluded, "dns", domains),
    uris: rule(permitted, excluded, "uris", domains),
    emails: rule(permitted, excluded, "emails", mailboxes),
  };
}

function rule<K extends keyof Subtrees, T>(
  permitted: Subtrees,
  excluded: Subtrees,
  kind: K,
  finder: (constraints: Subtrees[K], excludes: boolean) => (name: T) => string | undefined,
): Rule<T> {
  const permitting = permitted[kind].length === 0 ? undefined : finder(permitted[kind], false);
  return { permitting, excluding: finder(excluded[kind], true) };
}

function networks(constraints: Subtrees["ips"]): (address: Buffer) => string | undefined {
  const set = new NetworkSet(constraints);
  return (address) => set.covering(address);
}

function domains(constraints: readonly string[], excludes: boolean): (name: string) => string | undefined {
  const tree = new DomainTree(constraints);
  return (name) => tree.covering(name) ?? (excludes ? tree.touchedBy(name) : undefined);
}

function mailboxes(constraints: readonly string[], excludes: boolean): (box: Mailbox) => string | undefined {
  const whole = new Set(constraints.flatMap((text) => (text.includes("@") ? addressOf(text) : [])));
  const byDomain = domains(
    constraints.filter((text) => !text.includes("@")),
    excludes,
  );
  return (box) => (whole.has(textOf(box)) ? textOf(box) : byDomain(box.domain));
}

function addressOf(text: string): readonly string[] {
  const box = parseMailbox(text);
  return box === undefined ? [] : [textOf(box)];
}

const textOf = ({ local, domain }: Mailbox): string => `${local}@${domain.toLowerCase()}`;

/** Names of a certificate in a form that can be compared. */
interface Names {
  readonly ips: readonly Buffer[];
  readonly dns: readonly string[];
  readonly uris: readonly NamedUri[];
  readonly emails: readonly Mailbox[];
}

function comparable({ ips, dns, uris, emails }: AlternativeNames): Names | string {
  const hosts: NamedUri[] = [];
  for (const { text, host } of uris) {
    const bare = hostWithoutPort(host.toLowerCase());
    const problem = bare === "" ? `URI with empty host (${quote(text)})` : `URI with IP (${quote(text)})`;
    if (bare === "" || bare.startsWith("[") || isIP(bare) !== 0)
      return `${problem} cannot be matched against constraints`;
    hosts.push({ text, host: bare });
  }
  const boxes: Mailbox[] = [];
  for (const email of emails) {
    const box = parseMailbox(email);
    if (box === undefined) return `cannot parse rfc822Name ${quote(email)}`;
    boxes.push({ local: box.local, domain: box.domain.toLowerCase() });
  }
  return { ips, dns, uris: hosts, emails: boxes };
}

const hostWithoutPort = (host: string): string => (host.endsWith("]") ? host : host.replace(/:[0-9]*$/, ""));

function namesProblem(names: Names, rules: Rules): string | undefined {
  for (const ip of names.ips) {
    const problem = nameProblem(rules.ips, ip, "IP address", addressText(ip));
    if (problem !== undefined) return problem;
  }
  for (const name of names.dns) {
    if (!isDomain(name)) return `x509: cannot parse dnsName ${quote(name)}`;
    const problem = nameProblem(rules.dns, name, "DNS name", name);
    if (problem !== undefined) return problem;
  }
  for (const { host, text } of names.uris) {
    const problem = nameProblem(rules.uris, host, "URI", text);
    if (problem !== undefined) return problem;
  }
  for (const box of names.emails) {
    const problem = nameProblem(rules.emails, box, "email address", textOf(box));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function nameProblem<T>(
  { permitting, excluding }: Rule<T>,
  name: T,
  type: string,
  shown: string,
): string | undefined {
  if (permitting !== undefined && permitting(name) === undefined)
    return `${type} ${quote(shown)} is not permitted by any constraint`;
  const excluded = excluding(name);
  return excluded === undefined
    ? undefined
    : `${type} ${quote(shown)} is excluded by constraint ${quote(excluded)}`;
}

/** Networks by prefix length: an address is looked up once for each length, however many networks there are. */
class NetworkSet {
  readonly #byPrefix = new Map<string, Map<string, Network>>();

  constructor(networks: readonly Network[]) {
    for (const network of networks.toSorted((a, b) => a.prefix - b.prefix)) {
      const size = `${network.address.length}/${network.prefix}`;
      const same = this.#byPrefix.get(size) ?? new Map<string, Network>();
      this.#byPrefix.set(size, same.set(masked(network.address, network.prefix), network));
    }
  }

  /** Returns the widest network that contains an address, in Go's notation. */
  covering(address: Buffer): string | undefined {
    for (const [size, networks] of this.#byPrefix) {
      const [length, prefix] = size.split("/").map(Number);
      const found = length === address.length ? networks.get(masked(address, prefix ?? 0)) : undefined;
      if (found !== undefined) return `${addressText(found.address)}/${found.prefix}`;
    }
    return undefined;
  }
}

/** Returns the address with all bits after the prefix set to zero, as a text of its bytes. */
function masked(address: Buffer, prefix: number): string {
  const copy = Buffer.from(address);
  for (let i = 0; i < copy.length; i++) {
    const bits = Math.min(8, Math.max(0, prefix - 8 * i));
    copy[i] = (copy[i] ?? 0) & (0xff00 >> bits);
  }
  return copy.toString("latin1");
}
