import { quote } from "./quote.ts";
/** An address of 4 or 16 bytes. An IPv4-mapped IPv6 address has 16 bytes; `isIPv4` treats it as IPv4. */
export type IpBytes = Uint8Array;

/**
 * Parses an address with the reference's tolerance: numbers with leading zeros are decimal. Undefined if it is
 * invalid.
 */
export function parseIp(text: string): IpBytes | undefined {
  for (const c of text) {
    if (c === ".") return parseIPv4(text);
    if (c === ":") return parseIPv6(text);
  }
  return undefined;
}

/** Parses character by character for speed: a Service can have a hundred thousand addresses. */
function parseIPv4(text: string): IpBytes | undefined {
  const bytes = new Uint8Array(4);
  let [at, part, digits] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (digits === 0 || at === 3) return undefined;
      bytes[at++] = part;
      part = digits = 0;
    } else {
      if (code < ZERO || code > ZERO + 9) return undefined;
      part = part * 10 + code - ZERO;
      digits++;
      if (part > 255) return undefined;
    }
  }
  if (digits === 0 || at < 3) return undefined;
  bytes[3] = part;
  return bytes;
}

const DOT = 0x2e;
const ZERO = 0x30;

function parseIPv6(text: string): IpBytes | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map((half) => groupBytes(half));
  if (left === undefined || (halves.length === 2 && right === undefined)) return undefined;
  if (halves.length === 1) return left.length === 16 ? Uint8Array.from(left) : undefined;
  const gap = 16 - left.length - (right?.length ?? 0);
  // A gap represents at least one group, and dotted bytes are allowed only at the end.
  if (gap < 2 || (halves[0] ?? "").includes(".")) return undefined;
  return Uint8Array.from([...left, ...new Array<number>(gap).fill(0), ...(right ?? [])]);
}

function groupBytes(half: string): number[] | undefined {
  if (half === "") return [];
  const groups = half.split(":");
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    if (i === groups.length - 1 && group.includes(".")) {
      const v4 = parseIPv4(group);
      if (v4 === undefined) return undefined;
      bytes.push(...v4);
    } else {
      if (!/^0*[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
    }
  }
  return bytes;
}

const isMapped = (ip: IpBytes): boolean =>
  ip.length === 16 && ip[10] === 255 && ip[11] === 255 && ip.subarray(0, 10).every((b) => b === 0);

/** True for an IPv4 address, including `::ffff:1.2.3.4`. */
export const isIPv4 = (ip: IpBytes): boolean => ip.length === 4 || isMapped(ip);

/** The 4 bytes of an IPv4 address, mapped or not; other addresses are unchanged. */
export const unmapped = (ip: IpBytes): IpBytes => (isMapped(ip) ? ip.subarray(12) : ip);

/** Formats an address as RFC 5952 does; IPv4-mapped addresses are formatted as IPv4. */
export function formatIp(address: IpBytes): string {
  const ip = unmapped(address);
  if (ip.length === 4) return ip.join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((ip[2 * i] ?? 0) << 8) | (ip[2 * i + 1] ?? 0)).toString(16),
  );
  const { start, length } = longestZeroRun(groups);
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let best = { start: -1, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === "0") length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}

const hasLeadingZero = (text: string): boolean => {
  const dotted = text.slice(text.lastIndexOf(":") + 1);
  return (dotted.includes(".") && /(^|\.)0[0-9]/.test(dotted)) || /(^|:)[0-9a-fA-F]{5}/.test(text);
};

export const NOT_AN_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

/**
 * Problems of an address. `strict` refuses leading zeros and IPv4-mapped addresses, as the reference does everywhere
 * since StrictIPCIDRValidation is on. Values that are already stored are not checked strictly.
 */
export function ipProblems(text: string, strict = false): readonly string[] {
  const ip = parseIp(text);
  if (ip === undefined) return [NOT_AN_IP];
  if (!strict) return [];
  const problems: string[] = [];
  if (hasLeadingZero(text)) problems.push("must not have leading 0s");
  else if (isMapped(ip)) problems.push("must not be an IPv4-mapped IPv6 address");
  return problems;
}

/** Problems of an address that must be strict and in canonical form, as newer kinds require. */
export function canonicalIpProblems(text: string): readonly string[] {
  const problems = ipProblems(text, true);
  const ip = parseIp(text);
  if (problems.length > 0 || ip === undefined) return problems;
  const canonical = formatIp(ip);
  return canonical === text ? [] : [`must be in canonical form ("${canonical}")`];
}

/** Warning about an address that parsers interpret in different ways, or undefined. It begins with `path`. */
export function ipWarning(path: string, text: string): string | undefined {
  const ip = parseIp(text);
  if (ip === undefined) return undefined;
  const canonical = formatIp(ip);
  if (hasLeadingZero(text) || isMapped(ip)) {
    return `${path}: non-standard IP address ${quote(text)} is invalid: use "${canonical}"`;
  }
  if (ip.length === 16 && canonical !== text) {
    return `${path}: IPv6 address ${quote(text)} should be in RFC 5952 canonical format ("${canonical}")`;
  }
  return undefined;
}

/** A network: its address, and the number of significant bits. */
export interface Cidr {
  readonly ip: IpBytes;
  readonly bits: number;
}

/** Parses a network such as `10.0.0.0/8`. Bits after the prefix are kept in `ip`. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return undefined;
  const address = text.slice(0, slash);
  const ip = address.includes(":") ? parseIPv6(address) : parseIPv4(address);
  const bits = text.slice(slash + 1);
  if (ip === undefined || !/^[0-9]+$/.test(bits) || Number(bits) > ip.length * 8) return undefined;
  return { ip, bits: Number(bits) };
}

/** First address of a network. */
export function maskIp({ ip, bits }: Cidr): IpBytes {
  return ip.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * i))) & 0xff);
}

/** True if a network contains an address. */
export function cidrContains(cidr: Cidr, ip: IpBytes): boolean {
  if (unmapped(cidr.ip).length !== unmapped(ip).length || cidr.ip.length !== ip.length) return false;
  const network = maskIp(cidr);
  return maskIp({ ip, bits: cidr.bits }).every((byte, i) => byte === network[i]);
}

/** Formats a network as Go's IPNet does; an IPv4-mapped network is formatted as IPv4. */
function formatCidr(cidr: Cidr): string {
  const ip = maskIp(cidr);
  return `${formatIp(ip)}/${isMapped(ip) ? cidr.bits - 96 : cidr.bits}`;
}

const sloppyBits = (text: string): boolean => /\/0[0-9]/.test(text);

export const NOT_A_CIDR = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

/** Problems of a network. `strict` has the meaning that it has for `ipProblems`. */
export function cidrProblems(text: string, strict = false): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return [NOT_A_CIDR];
  if (!strict) return [];
  if (sloppyBits(text) || hasLeadingZero(text.slice(0, text.indexOf("/")))) {
    return ["must not have leading 0s in IP or prefix length"];
  }
  if (isMapped(cidr.ip)) return ["must not have an IPv4-mapped IPv6 address"];
  return formatIp(maskIp(cidr)) === formatIp(cidr.ip)
    ? []
    : ["must not have bits set beyond the prefix length"];
}

/** Problems of a network that must be strict and in canonical form, as newer kinds require. */
export function canonicalCidrProblems(text: string): readonly string[] {
  const problems = cidrProblems(text, true);
  const cidr = parseCidr(text);
  if (problems.length > 0 || cidr === undefined) return problems;
  const canonical = formatCidr(cidr);
  return canonical === text ? [] : [`must be in canonical form ("${canonical}")`];
}

/** Warnings about a network that parsers interpret in different ways. They begin with `path`. */
export function cidrWarnings(path: string, text: string): string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return [];
  const warnings: string[] = [];
  const quoted = quote(text);
  const canonical = formatCidr(cidr);
  if (formatIp(maskIp(cidr)) !== formatIp(cidr.ip)) {
    const single = `${formatIp(cidr.ip)}/${cidr.ip.length * 8}`;
    warnings.push(
      `${path}: CIDR value ${quoted} is ambiguous in this context (should be "${canonical}" or "${single}"?)`,
    );
  }
  if (sloppyBits(text) || hasLeadingZero(text.slice(0, text.indexOf("/"))) || isMapped(cidr.ip)) {
    warnings.push(`${path}: non-standard CIDR value ${quoted} is invalid: use "${canonical}"`);
  }
  if (warnings.length === 0 && cidr.ip.length === 16 && canonical !== text) {
    warnings.push(
      `${path}: IPv6 CIDR value ${quoted} should be in RFC 5952 canonical format ("${canonical}")`,
    );
  }
  return warnings;
}
