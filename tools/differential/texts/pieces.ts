import type { Random } from "../random.ts";

/** Characters that have a meaning for some parser. */
const STRAY = [..."0123456789-+:.TZz eE/x,%@#?[]{}'\"\\\t\n\u00e9\u2028\u0085\u{1F600}"];

/** The text, or nearly so. */
export function nearly(random: Random, text: string, chance = 0.3): string {
  if (!random.chance(chance)) return text;
  const at = random.int(0, text.length);
  return text.slice(0, at) + random.pick(STRAY) + text.slice(at + random.int(0, 1));
}

export const digits = (random: Random, most: number): string =>
  random.times(1, most, () => random.pick([..."0123456789"])).join("");

export const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick([..."0123456789abcdefABCDEF"])).join("");

/** Two digits, mostly. */
const two = (random: Random, low: number, high: number): string =>
  String(random.int(low, high)).padStart(random.chance(0.9) ? 2 : 1, "0");

export function quantity(random: Random): string {
  const number = random.pick([
    digits(random, 6),
    digits(random, 20),
    `${digits(random, 3)}.${digits(random, 12)}`,
    `.${digits(random, 4)}`,
    `${digits(random, 2)}.`,
    "0",
    "00012",
    "1.000",
    "9223372036854775807",
  ]);
  const units = "n u m k M G T P E Ki Mi Gi Ti Pi Ei e3 E-3 E+2 K ki e i mm".split(" ");
  return random.pick(["", "", "", "-", "+"]) + number + random.pick(["", "", ...units]);
}

export function time(random: Random): string {
  const year = random.pick(["2024", "2023", "0000", "9999", "1", "0001", "1970"]);
  const fraction = random.pick(["", "", `.${digits(random, 10)}`, ",5"]);
  const zone = random.pick(["Z", "Z", "+01:00", "-23:59", "+24:00", "z", "", "+0100", "-00:60"]);
  const day = `${year}-${two(random, 0, 13)}-${two(random, 0, 32)}`;
  const hour = `${two(random, 0, 24)}:${two(random, 0, 60)}:${two(random, 0, 60)}`;
  return nearly(random, `${day}T${hour}${fraction}${zone}`);
}

export function duration(random: Random): string {
  const units = ["h", "m", "s", "ms", "us", "\u00b5s", "ns", "", "d", "w", " hours", " min"];
  const parts = random.times(
    1,
    3,
    () => digits(random, 3) + random.pick(["", `.${digits(random, 3)}`]) + random.pick(units),
  );
  return nearly(random, random.pick(["", "", "-", "+"]) + parts.join(""));
}

export function address(random: Random): string {
  const octet = (): string =>
    random.pick([String(random.int(0, 300)), "0", "1", "10", "255", "00", "01", ""]);
  const group = (): string => random.pick(["0", "1", "fe80", "db8", "ffff", "0db8", "12345", "g", ""]);
  const four = Array.from({ length: random.pick([4, 4, 4, 4, 3, 5]) }, octet).join(".");
  const eight = Array.from({ length: random.pick([8, 8, 7, 9]) }, group).join(":");
  const six = [
    `::ffff:${four}`,
    "::1",
    "::",
    "fe80::1%eth0",
    eight,
    `2001:db8::${group()}`,
    "1::2::3",
    `64:ff9b::${four}`,
  ];
  return nearly(random, random.pick([four, random.pick(six)]), 0.2);
}

export const range = (random: Random): string =>
  nearly(
    random,
    `${address(random)}/${random.pick(["0", "8", "24", "32", "33", "64", "128", "129", "08", ""])}`,
    0.1,
  );

export function url(random: Random): string {
  const scheme = random.pick(["http:", "https:", "ftp:", "", "HTTP:", "a+b:", "1a:", "mailto:", "urn:"]);
  const user = random.pick(["", "", "u@", "u:p@", "u:p@x@"]);
  const hosts = [
    "example.com",
    "[::1]",
    "[::1",
    "a_b",
    "\u00e9.com",
    "a b",
    "%41.com",
    "[fe80::1%25en0]",
    "",
    address(random),
  ];
  const port = random.pick(["", "", ":80", ":", ":a", ":99999"]);
  const path = random.pick([
    "",
    "/",
    "/a b",
    "/%zz",
    "/%41",
    "/a?b=c",
    "?q",
    "#f",
    "/a#b#c",
    "/<>",
    "/;a",
    "/..",
    "#%",
  ]);
  return scheme + random.pick(["//", "//", "", "/"]) + user + random.pick(hosts) + port + path;
}
