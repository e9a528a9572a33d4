/** An IPv4 range such as 10.0.0.0/24. Every address except for the first and the last can be assigned. */
export interface IpRange {
  readonly size: number;
  contains(address: string): boolean;
  /** Index from 1 to size - 2. */
  address(index: number): string;
}

/** Parses an IPv4 CIDR between /8 and /30. Throws an Error for other texts. */
export function parseIpRange(cidr: string): IpRange {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  const bits = Number(match?.[5]);
  if (match === null || bits < 8 || bits > 30)
    throw new Error(`${JSON.stringify(cidr)} is no IPv4 range: write it as 10.0.0.0/24, between /8 and /30`);
  const size = 2 ** (32 - bits);
  const base = Math.floor(toNumber(cidr.slice(0, cidr.indexOf("/"))) / size) * size;
  return {
    size,
    contains: (address) => toNumber(address) > base && toNumber(address) < base + size - 1,
    address: (index) => toText(base + index),
  };
}

const toNumber = (address: string): number => {
  const parts = address.split(".").map(Number);
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + part, 0) : Number.NaN;
};

const toText = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
