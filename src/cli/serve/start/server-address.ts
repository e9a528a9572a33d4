import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { ReplicaIdentity } from "../../../server/background/replicas/replicas.ts";
import type { Advertised } from "../../../workloads/base/controller.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { advertisedAddress } from "../transport/advertised.ts";

/** Returns the identity for the server's own Lease, named as kube-apiserver names it: one name for each start. */
export function replicaOf(flags: ServeFlags, identity: string): ReplicaIdentity {
  const name = `apiserver-${createHash("sha256").update(identity).digest("hex").slice(0, 26)}`;
  const { serverAddress } = serverAddressOf(flags);
  return serverAddress === undefined ? { name } : { name, address: serverAddress };
}

/** Returns the address at which clients reach this server, as far as it is known before the server listens. */
export function serverAddressOf(flags: ServeFlags): { serverAddress?: string } {
  const address = advertisedAddress(flags.advertiseAddress, flags.bindAddress);
  const { port } = portOf(flags);
  if (address === undefined || port === undefined) return {};
  return { serverAddress: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}` };
}

/** A port that the system picks is not known yet. */
export const portOf = ({ securePort }: ServeFlags): { port?: number } =>
  securePort === 0 ? {} : { port: securePort };

/** Returns the endpoint of the service `kubernetes`. */
export function advertised(
  flags: ServeFlags,
  { port }: { readonly port: number },
): { advertised?: Advertised } {
  const address = advertisedAddress(flags.advertiseAddress, flags.bindAddress);
  return address === undefined ? {} : { advertised: { address, port } };
}
