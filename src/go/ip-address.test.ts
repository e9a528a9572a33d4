import { describe, expect, test } from "vitest";
import {
  canonicalCidrProblems,
  canonicalIpProblems,
  cidrContains,
  cidrProblems,
  cidrWarnings,
  formatIp,
  ipProblems,
  ipWarning,
  NOT_A_CIDR,
  NOT_AN_IP,
  parseCidr,
  parseIp,
} from "./ip-address.ts";

describe("parseIp and formatIp", () => {
  test.each([
    ["10.9.8.7", "10.9.8.7"],
    ["010.1.1.1", "10.1.1.1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["::", "::"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
  ])("parseIp reads %s, which formatIp prints as %s", (text, canonical) => {
    const ip = parseIp(text);
    expect(ip && formatIp(ip)).toBe(canonical);
  });

  test.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "1.2.3.x",
    ":",
    "1::2::3",
    "12345::",
    "a",
    "1.2.3.4/8",
    "fe80::1%e",
  ])("parseIp refuses %s", (text) => {
    expect(parseIp(text)).toBeUndefined();
    expect(ipProblems(text)).toEqual([NOT_AN_IP]);
  });
});

describe("ipProblems", () => {
  test("ipProblems is lax about zeros and mapped addresses unless it is strict", () => {
    expect(ipProblems("010.1.1.1")).toEqual([]);
    expect(ipProblems("010.1.1.1", true)).toEqual(["must not have leading 0s"]);
    expect(ipProblems("::ffff:1.2.3.4", true)).toEqual(["must not be an IPv4-mapped IPv6 address"]);
  });

  test("canonicalIpProblems names the form that is wanted", () => {
    expect(canonicalIpProblems("2001:db8::1")).toEqual([]);
    expect(canonicalIpProblems("2001:DB8::1")).toEqual(['must be in canonical form ("2001:db8::1")']);
  });

  test("ipWarning tells of addresses that others may read differently", () => {
    expect(ipWarning("spec.ip", "10.0.0.1")).toBeUndefined();
    expect(ipWarning("spec.ip", "1.2.3.04")).toBe(
      'spec.ip: non-standard IP address "1.2.3.04" is invalid: use "1.2.3.4"',
    );
    expect(ipWarning("spec.ip", "1:0::2")).toBe(
      'spec.ip: IPv6 address "1:0::2" should be in RFC 5952 canonical format ("1::2")',
    );
  });
});

describe("networks", () => {
  test.each(["", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/a", "::/129"])(
    "cidrProblems refuses %s",
    (text) => {
      expect(cidrProblems(text)).toEqual([NOT_A_CIDR]);
    },
  );

  test.each([
    ["10.0.0.0/8", []],
    ["2001:db8::/64", []],
    ["10.0.0.0/08", ["must not have leading 0s in IP or prefix length"]],
    ["10.0.0.1/8", ["must not have bits set beyond the prefix length"]],
    ["::ffff:1.2.3.4/128", ["must not have an IPv4-mapped IPv6 address"]],
  ])("cidrProblems, strict: %s", (text, problems) => {
    expect(cidrProblems(text, true)).toEqual(problems);
    expect(cidrProblems(text)).toEqual([]);
  });

  test("canonicalCidrProblems names the form that is wanted", () => {
    expect(canonicalCidrProblems("2001:DB8::/64")).toEqual(['must be in canonical form ("2001:db8::/64")']);
  });

  test("cidrWarnings tells both readings of an address with a length", () => {
    expect(cidrWarnings("p", "10.1.2.3/8")).toEqual([
      'p: CIDR value "10.1.2.3/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.1.2.3/32"?)',
    ]);
  });

  test("cidrContains compares the first bits within one family", () => {
    const contains = (cidr: string, ip: string): boolean | undefined => {
      const [network, address] = [parseCidr(cidr), parseIp(ip)];
      return network && address && cidrContains(network, address);
    };
    expect(contains("10.0.0.0/12", "10.15.1.1")).toBe(true);
    expect(contains("10.0.0.0/12", "10.16.1.1")).toBe(false);
    expect(contains("10.0.0.0/8", "::1")).toBe(false);
    expect(contains("::/0", "::1")).toBe(true);
  });
});
