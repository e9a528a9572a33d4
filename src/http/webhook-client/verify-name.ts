import type { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";

/** Above this many names a certificate's names are only counted. */
const NAMES_PRINTED = 100;

/** The names in a certificate's SAN extension; undefined when it has no such extension. */
export interface Names {
  readonly dns: readonly string[];
  /** In Go's notation. */
  readonly ips: readonly string[];
}

export function namesOf(certificate: X509Certificate): Names | undefined {
  const text = certificate.subjectAltName;
  if (text === undefined) return undefined;
  const dns: string[] = [];
  const ips: string[] = [];
  for (const [, kind, quoted, plain] of text.matchAll(/(?:^|, )([^:,]+):(?:("(?:[^"\\]|\\.)*")|([^,]*))/g)) {
    const value = quoted === undefined ? (plain ?? "") : String(JSON.parse(quoted));
    if (kind === "DNS") dns.push(value);
    if (kind === "IP Address") ips.push(plainAddress(value));
  }
  return { dns, ips };
}

/** Go's verdict on whether a certificate is for a host: undefined, or what is wrong. The common name does not count. */
export function verifyName(certificate: X509Certificate, host: string): string | undefined {
  const names = namesOf(certificate);
  const { dns, ips } = names ?? { dns: [], ips: [] };
  const wanted = host.toLowerCase();
  if (isIP(host) !== 0 ? ips.includes(plainAddress(host)) : dns.some((name) => matches(name, wanted)))
    return undefined;
  if (names === undefined && sameLabels(commonName(certificate), wanted)) {
    return "x509: certificate relies on legacy Common Name field, use SANs instead";
  }
  return mismatchText(isIP(host) !== 0, dns, ips, host);
}

function mismatchText(
  isAddress: boolean,
  dns: readonly string[],
  ips: readonly string[],
  host: string,
): string {
  const names = isAddress ? ips : dns;
  if (isAddress && ips.length === 0) {
    return `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  }
  if (names.length >= NAMES_PRINTED) {
    const what = isAddress ? "IP SANs" : "names";
    return `x509: certificate is valid for ${names.length} ${what}, but none matched ${host}`;
  }
  if (names.length === 0) return `x509: certificate is not valid for any names, but wanted to match ${host}`;
  return `x509: certificate is valid for ${names.join(", ")}, not ${host}`;
}

function matches(name: string, wanted: string): boolean {
  return isHostName(wanted.replace(/\.$/, ""), false) && isHostName(name, true)
    ? sameLabels(name, wanted)
    : name !== "" && name !== "." && name.toLowerCase() === wanted;
}

/** A wildcard stands for one whole first label. */
function sameLabels(pattern: string, host: string): boolean {
  const ours = pattern.toLowerCase().split(".");
  const theirs = host.replace(/\.$/, "").split(".");
  return (
    pattern !== "" &&
    ours.length === theirs.length &&
    ours.every((label, i) => label === theirs[i] || (i === 0 && label === "*"))
  );
}

function isHostName(name: string, mayHaveWildcard: boolean): boolean {
  if (name === "" || name === "*") return false;
  return name
    .split(".")
    .every(
      (label, i) =>
        (mayHaveWildcard && i === 0 && label === "*") || /^[A-Za-z0-9_][-A-Za-z0-9_]*$/.test(label),
    );
}

export function commonName(certificate: X509Certificate): string {
  const cn: unknown = certificate.toLegacyObject().subject?.CN;
  return Array.isArray(cn) ? String(cn.at(-1)) : typeof cn === "string" ? cn : "";
}

/** `2001:DB8:0:0:0:0:0:1` → `2001:db8::1`. */
function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short);
  if (mapped === null) return short;
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
