import { isIPv6 } from "node:net";

/** Returns an address of 4 or 16 bytes in Go's notation: `10.0.0.1`, `2001:db8::1`. */
export function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join(".");
  return plainAddress(bytes.toString("hex").replace(/(....)(?!$)/g, "$1:"));
}

/**
 * Returns an address in Go's notation: `2001:DB8:0:0:0:0:0:1` → `2001:db8::1`; an IPv6 address that contains
 * an IPv4 address becomes that one.
 */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short);
  if (mapped === null) return short;
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
