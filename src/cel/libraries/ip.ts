import { isIP } from "node:net";
import { addressProblem } from "../../go/address-problem.ts";
import {
  type Cidr,
  cidrContains,
  formatIp,
  type IpBytes,
  isIPv4,
  maskIp,
  parseIp,
} from "../../go/ip-address.ts";
import { quote as goQuote } from "../../go/quote.ts";
import { global, type Library, member } from "../types/functions.ts";
import { costSize, traversal } from "../values/costs.ts";
import { CelError, CelObject, NO_OVERLOAD, otherType, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

declare module "../types/functions.ts" {
  interface ObjectValues {
    "net.IP": CelIp;
    "net.CIDR": CelCidr;
  }
}

const IP = "net.IP";
const CIDR = "net.CIDR";

class CelIp extends CelObject {
  readonly typeName = IP;
  override readonly unitEquality = true;
  override readonly costSize: number;
  readonly bytes: IpBytes;

  constructor(bytes: IpBytes) {
    super();
    this.bytes = bytes;
    this.costSize = bytes.length;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof CelIp ? Buffer.compare(this.bytes, other.bytes) === 0 : otherType(other);
  }
}

class CelCidr extends CelObject {
  readonly typeName = CIDR;
  override readonly unitEquality = true;
  override readonly costSize: number;
  readonly cidr: Cidr;

  constructor(cidr: Cidr) {
    super();
    this.cidr = cidr;
    this.costSize = Math.ceil(cidr.bits / 8);
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof CelCidr)) return otherType(other);
    return this.cidr.bits === other.cidr.bits && Buffer.compare(this.cidr.ip, other.cidr.ip) === 0;
  }
}

/** True for an IPv6 address with a zone, which can be any text for Go's netip. */
function hasZone(text: string): boolean {
  const [address = "", zone = ""] = text.split(/%(.*)/s);
  return zone !== "" && isIP(address) === 6;
}

function readIp(raw: string): CelIp | CelError {
  if (hasZone(raw)) return new CelError(`IP address ${goQuote(raw)} with zone value is not allowed`);
  const bytes = isIP(raw) === 0 ? undefined : parseIp(raw);
  if (bytes === undefined) {
    const problem = addressProblem(raw);
    return new CelError(`IP Address ${goQuote(raw)} parse error during conversion from string: ${problem}`);
  }
  return bytes.length === 16 && isIPv4(bytes)
    ? new CelError(`IPv4-mapped IPv6 address ${goQuote(raw)} is not allowed`)
    : new CelIp(bytes);
}

const WHY = "network address parse error during conversion from string: ";

function readCidr(raw: string): CelCidr | CelError {
  const slash = raw.lastIndexOf("/");
  const wrong = (problem: string): CelError =>
    new CelError(`${WHY}${WHY}netip.ParsePrefix(${goQuote(raw)}): ${problem}`);
  if (slash < 0) return wrong("no '/'");
  const [address, bits] = [raw.slice(0, slash), raw.slice(slash + 1)];
  if (hasZone(address)) return wrong("IPv6 zones cannot be present in a prefix");
  if (isIP(address) === 0) return wrong(addressProblem(address));
  if (!/^(0|[1-9]\d*)$/.test(bits)) return wrong(`bad bits after slash: ${goQuote(bits)}`);
  const ip = parseIp(address);
  if (ip === undefined || Number(bits) > ip.length * 8) return wrong("prefix length out of range");
  if (ip.length === 16 && isIPv4(ip))
    return new CelError(`${WHY}IPv4-mapped IPv6 address ${goQuote(raw)} is not allowed`);
  return new CelCidr({ ip, bits: Number(bits) });
}

const first = (value: CelIp): number => value.bytes[0] ?? 0;
const second = (value: CelIp): number => value.bytes[1] ?? 0;
const isFour = (value: CelIp): boolean => value.bytes.length === 4;

const isUnspecified = (v: CelIp): boolean => v.bytes.every((byte) => byte === 0);
const isLoopback = (v: CelIp): boolean =>
  isFour(v) ? first(v) === 127 : v.bytes.every((byte, i) => byte === (i === 15 ? 1 : 0));
const isMulticast = (v: CelIp): boolean => (isFour(v) ? first(v) >> 4 === 14 : first(v) === 0xff);
const isLinkLocalMulticast = (v: CelIp): boolean =>
  isFour(v)
    ? first(v) === 224 && second(v) === 0 && v.bytes[2] === 0
    : first(v) === 0xff && (second(v) & 15) === 2;
const isLinkLocalUnicast = (v: CelIp): boolean =>
  isFour(v) ? first(v) === 169 && second(v) === 254 : first(v) === 0xfe && second(v) >> 6 === 2;
const isBroadcast = (v: CelIp): boolean => isFour(v) && v.bytes.every((byte) => byte === 255);
const isGlobalUnicast = (v: CelIp): boolean =>
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((test) => test(v));

function containsIp(cidr: CelCidr, ip: CelIp | CelError): Value {
  return ip instanceof CelError ? ip : cidrContains(cidr.cidr, ip.bytes);
}

function containsCidr(cidr: CelCidr, other: CelCidr | CelError): Value {
  if (other instanceof CelError) return other;
  const [outer, inner] = [cidr.cidr, other.cidr];
  return outer.bits <= inner.bits && cidrContains(outer, inner.ip);
}

const text = ({ ip, bits }: Cidr): string => `${formatIp(ip)}/${bits}`;
const nominal = (): number => 1;
const walk = ([raw = null]: readonly Value[], work: Work): number => traversal(costSize(raw, work));

function containsCost(
  part: string,
  extra: number,
): (args: readonly Value[], work: Work, overload: string) => number {
  return ([cidr = null, other = null], work, overload) => {
    const size = costSize(cidr, work);
    const base = traversal(2 * size) + (extra > 0 ? traversal(size) + extra : 0);
    return overload === part ? base + traversal(costSize(other, work)) : base;
  };
}

const ipTest = (id: string, name: string, test: (value: CelIp) => boolean) =>
  member(id, name, "net.IP -> bool", test, nominal);

/** Unlike those of other functions, this error has no details about the text. */
const containsIpText = (cidr: CelCidr, ip: CelIp | CelError): Value =>
  ip instanceof CelError ? NO_OVERLOAD : containsIp(cidr, ip);

/** Functions such as `ip('::1').isLoopback()` and `cidr('10.0.0.0/8').containsIP('10.1.2.3')`. */
export const NETWORK: Library = {
  types: [IP, CIDR],
  overloads: [
    global("string_to_ip", "ip", "string -> net.IP", readIp),
    member("cidr_ip", "ip", "net.CIDR -> net.IP", (v) => new CelIp(v.cidr.ip)),
    member("ip_family", "family", "net.IP -> int", (v) => (isFour(v) ? 4 : 6), nominal),
    global("ip_is_canonical", "ip.isCanonical", "string -> bool", (raw) => {
      const ip = readIp(raw);
      return ip instanceof CelError ? ip : formatIp(ip.bytes) === raw;
    }),
    ipTest("ip_is_unspecified", "isUnspecified", isUnspecified),
    ipTest("ip_is_loopback", "isLoopback", isLoopback),
    ipTest("ip_is_link_local_multicast", "isLinkLocalMulticast", isLinkLocalMulticast),
    ipTest("ip_is_link_local_unicast", "isLinkLocalUnicast", isLinkLocalUnicast),
    ipTest("ip_is_global_unicast", "isGlobalUnicast", isGlobalUnicast),
    global("is_ip", "isIP", "string -> bool", (raw) => readIp(raw) instanceof CelIp),
    global("ip_to_string", "string", "net.IP -> string", (v) => formatIp(v.bytes)),
    global("string_to_cidr", "cidr", "string -> net.CIDR", readCidr),
    member("cidr_contains_ip_string", "containsIP", "net.CIDR, string -> bool", (c, raw) =>
      containsIpText(c, readIp(raw)),
    ),
    member("cidr_contains_ip_ip", "containsIP", "net.CIDR, net.IP -> bool", containsIp),
    member("cidr_contains_cidr_string", "containsCIDR", "net.CIDR, string -> bool", (c, raw) =>
      containsCidr(c, readCidr(raw)),
    ),
    member("cidr_contains_cidr", "containsCIDR", "net.CIDR, net.CIDR -> bool", containsCidr),
    member("cidr_prefix_length", "prefixLength", "net.CIDR -> int", (c) => c.cidr.bits, nominal),
    member(
      "cidr_masked",
      "masked",
      "net.CIDR -> net.CIDR",
      (c) => new CelCidr({ ip: maskIp(c.cidr), bits: c.cidr.bits }),
      nominal,
    ),
    global("is_cidr", "isCIDR", "string -> bool", (raw) => readCidr(raw) instanceof CelCidr),
    global("cidr_to_string", "string", "net.CIDR -> string", (c) => text(c.cidr)),
  ],
  costs: {
    cidr: walk,
    isIP: walk,
    isCIDR: walk,
    ip: (args, work, overload) => (overload === "cidr_ip" ? 1 : walk(args, work)),
    "ip.isCanonical": ([raw = null], work) => Math.ceil(costSize(raw, work) * 2 * 0.1),
    containsIP: containsCost("cidr_contains_ip_string", 0),
    containsCIDR: containsCost("cidr_contains_cidr_string", 1),
  },
};
