import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { certificateHosts } from "./certificate-hosts.ts";

const one = (address: string, family: "IPv4" | "IPv6", internal = false): NetworkInterfaceInfo =>
  ({ address, family, internal, netmask: "", mac: "", cidr: null }) as NetworkInterfaceInfo;
const machine = {
  name: "Box.example.com",
  interfaces: {
    lo: [one("127.0.0.1", "IPv4", true)],
    eth0: [one("fe80::1", "IPv6"), one("2001:db8::1", "IPv6"), one("192.0.2.7", "IPv4")],
  },
};
const own = ["Box.example.com"];

test.each([
  ["127.0.0.1", undefined, [], ["127.0.0.1"]],
  ["localhost", "203.0.113.1", ["lb.example.com"], ["lb.example.com", "203.0.113.1", "localhost"]],
  ["0.0.0.0", undefined, [], [...own, "2001:db8::1", "192.0.2.7"]],
  ["::", undefined, ["a", "10.0.0.1"], ["a", "10.0.0.1", ...own, "2001:db8::1", "192.0.2.7"]],
  ["192.0.2.7", "203.0.113.1", [], ["203.0.113.1", ...own, "192.0.2.7"]],
])(
  "certificateHosts listening on %s, advertising %s, with %j",
  (bindAddress, advertiseAddress, tlsSan, expected) => {
    expect(certificateHosts({ bindAddress, advertiseAddress, tlsSan }, machine)).toEqual(expected);
  },
);

test("certificateHosts leaves out a machine's name that is no DNS name", () => {
  const flags = { bindAddress: "192.0.2.7", advertiseAddress: undefined, tlsSan: [] };
  expect(certificateHosts(flags, { ...machine, name: "my_box" })).toEqual(["192.0.2.7"]);
});
