import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { advertisedAddress } from "./advertised.ts";

const one = (address: string, family: "IPv4" | "IPv6", internal = false): NetworkInterfaceInfo =>
  ({ address, family, internal, netmask: "", mac: "", cidr: null }) as NetworkInterfaceInfo;
const machine = {
  lo: [one("127.0.0.1", "IPv4", true)],
  eth0: [one("fe80::1", "IPv6"), one("2001:db8::1", "IPv6"), one("192.0.2.7", "IPv4")],
};

test.each([
  ["203.0.113.1", "127.0.0.1", "203.0.113.1"],
  [undefined, "192.0.2.9", "192.0.2.9"],
  [undefined, "127.0.0.1", "192.0.2.7"],
  [undefined, "0.0.0.0", "192.0.2.7"],
])("advertisedAddress asked for %s, listening on %s, is %s", (asked, bound, expected) => {
  expect(advertisedAddress(asked, bound, machine)).toBe(expected);
});

test("advertisedAddress is none on a machine that nobody can reach", () => {
  expect(advertisedAddress(undefined, "127.0.0.1", { lo: machine.lo })).toBeUndefined();
});
