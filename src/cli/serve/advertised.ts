import { isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

const LOOPBACK = /^(127\.|::1$)/;
const ANY = new Set(["", "0.0.0.0", "::"]);

/**
 * Where clients inside a cluster would reach this server: what `--advertise-address` says, else the address that it
 * listens on; where that is a loopback address or none in particular, the first other one of this machine, IPv4 first.
 * Undefined when it has none.
 */
export function advertisedAddress(
  asked: string | undefined,
  bindAddress: string,
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>> = networkInterfaces(),
): string | undefined {
  if (asked !== undefined) return asked;
  if (isIP(bindAddress) !== 0 && !ANY.has(bindAddress) && !LOOPBACK.test(bindAddress)) return bindAddress;
  const others = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  return (others.find(({ family }) => family === "IPv4") ?? others[0])?.address;
}
