import { isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

const LOOPBACK = /^(127\.|::1$|localhost$)/;
const ANY: ReadonlySet<string> = new Set(["", "0.0.0.0", "::"]);

/** True for addresses, and the name `localhost`, that only this machine can reach. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** True for addresses that stand for all of this machine. */
export const isUnspecified = (address: string): boolean => ANY.has(address);

/** Returns the addresses of interfaces that other machines can reach: neither loopback nor link-local. */
export const reachableAddresses = (
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>,
): readonly NetworkInterfaceInfo[] =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));

/**
 * Returns the address at which clients inside a cluster would reach this server: the value of
 * `--advertise-address`, else the address that the server listens on; if that is a loopback address or
 * unspecified, the first other address of this machine, IPv4 first. Returns undefined if there is none.
 */
export function advertisedAddress(
  asked: string | undefined,
  bindAddress: string,
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>> = networkInterfaces(),
): string | undefined {
  if (asked !== undefined) return asked;
  if (isIP(bindAddress) !== 0 && !isUnspecified(bindAddress) && !isLoopback(bindAddress)) return bindAddress;
  const others = reachableAddresses(interfaces);
  return (others.find(({ family }) => family === "IPv4") ?? others[0])?.address;
}
