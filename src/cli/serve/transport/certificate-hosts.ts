import { hostname, type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { caselessSubdomainProblems } from "../../../api/validation/name-format.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { isLoopback, isUnspecified, reachableAddresses } from "./advertised.ts";

/** The name of this machine, and its interfaces as `os.networkInterfaces` returns them. */
interface Machine {
  readonly name: string;
  readonly interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;
}

/**
 * Returns the names and addresses that the serving certificate has beside the usual ones: those of `--tls-san` and
 * `--advertise-address`, and, for a server that other machines can reach, the name of this machine and the address that the
 * server listens on, or all addresses of this machine.
 */
export function certificateHosts(
  flags: Pick<ServeFlags, "bindAddress" | "advertiseAddress" | "tlsSan">,
  machine?: Machine,
): readonly string[] {
  const { bindAddress, advertiseAddress, tlsSan } = flags;
  const asked = advertiseAddress === undefined ? tlsSan : [...tlsSan, advertiseAddress];
  if (isLoopback(bindAddress)) return [...asked, bindAddress];
  const { name, interfaces } = machine ?? { name: hostname(), interfaces: networkInterfaces() };
  const addresses = isUnspecified(bindAddress)
    ? reachableAddresses(interfaces).map(({ address }) => address)
    : [bindAddress];
  return [...asked, ...(caselessSubdomainProblems(name).length === 0 ? [name] : []), ...addresses];
}
