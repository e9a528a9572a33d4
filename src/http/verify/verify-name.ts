import { isIP } from "node:net";
import type { Certificate } from "../../crypto/x509/certificate.ts";
import { addressText, plainAddress } from "./address-text.ts";

/** Number of names from which an error has only their count instead of the names. */
const NAMES_PRINTED = 100;

/**
 * Returns undefined if a certificate is valid for a host by Go's rules, otherwise Go's text. The common name
 * is ignored.
 */
export function verifyName(
  { subject, extensions: { names } }: Certificate,
  host: string,
): string | undefined {
  const { dns = [], ips = [] } = names ?? {};
  const wanted = host.toLowerCase();
  const isAddress = isIP(host) !== 0;
  const addresses = ips.map(addressText);
  if (isAddress ? addresses.includes(plainAddress(host)) : dns.some((name) => matches(name, wanted)))
    return undefined;
  if (names === undefined && sameLabels(subject.commonName, wanted))
    return "x509: certificate relies on legacy Common Name field, use SANs instead";
  return mismatchText(isAddress, isAddress ? addresses : dns, host);
}

function mismatchText(isAddress: boolean, names: readonly string[], host: string): string {
  if (isAddress && names.length === 0)
    return `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  if (names.length >= NAMES_PRINTED) {
    const what = isAddress ? "IP SANs" : "names";
    return `x509: certificate is valid for ${names.length} ${what}, but none matched ${host}`;
  }
  const list = names.join(", ");
  if (list === "") return `x509: certificate is not valid for any names, but wanted to match ${host}`;
  return `x509: certificate is valid for ${list}, not ${host}`;
}

function matches(name: string, wanted: string): boolean {
  return isHostName(wanted.replace(/\.$/, ""), false) && isHostName(name, true)
    ? sameLabels(name, wanted)
    : name !== "" && name !== "." && name.toLowerCase() === wanted;
}

/** Compares labels; a wildcard matches one whole first label. */
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
