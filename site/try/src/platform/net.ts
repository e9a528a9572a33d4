import { absent } from "./absent.ts";

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export const isIPv4 = (text: string): boolean => V4.test(text);

/** True for an address as RFC 4291 writes it, with or without a zone. */
export function isIPv6(text: string): boolean {
  const [address = "", zone, ...more] = text.split("%");
  if (zone === "" || more.length > 0 || !address.includes(":")) return false;
  const last = address.slice(address.lastIndexOf(":") + 1);
  const hasV4 = last.includes(".");
  if (hasV4 && !isIPv4(last)) return false;
  const groups = (hasV4 ? `${address.slice(0, -last.length)}0:0` : address).split("::");
  if (groups.length > 2) return false;
  const parts = groups.map((half) => (half === "" ? [] : half.split(":")));
  const count = parts.flat().length;
  if (!parts.flat().every((part) => /^[\da-f]{1,4}$/i.test(part))) return false;
  return groups.length === 2 ? count < 8 : count === 8;
}

export const isIP = (text: string): 0 | 4 | 6 => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);

export class BlockList {
  addSubnet(): void {}
  addAddress(): void {}
  check(): boolean {
    return false;
  }
}

export const connect = absent("a connection");
export const createServer = absent("a server");
