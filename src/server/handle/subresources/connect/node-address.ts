import type { KubeObject } from "../../../../api/meta.ts";
import { notFound, plainError } from "../../../../api/status.ts";
import { membersOf } from "../../../../json/value.ts";
import type { NodeStatus } from "../../../../types/tables/core/v1-types.ts";
import type { StoredLookup } from "../../read/stored-lookup.ts";

/** Address types in order of preference: flag --kubelet-preferred-address-types of the reference. */
const PREFERRED = ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"];
const KUBELET_PORT = 10250;

/** Address of a kubelet. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the address of a node's kubelet. Throws 404, which names the requested plural, and 500. */
export async function addressOfNode(
  lookup: StoredLookup,
  name: string,
  plural: string,
): Promise<NodeAddress> {
  const node = await lookup.stored("nodes", "", name);
  if (node === undefined) throw notFound({ group: "", resource: plural }, name);
  const { addresses = [], daemonEndpoints } = membersOf<NodeStatus>(node.status);
  const found = PREFERRED.map((type) => addresses.find((address) => address.type === type)).find(Boolean);
  if (found === undefined) {
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(" ");
    throw plainError(`no preferred addresses found; known addresses: [${known}]`);
  }
  return { host: found.address ?? "", port: daemonEndpoints?.kubeletEndpoint?.Port || KUBELET_PORT };
}

/** Returns `host:port` of a pod's node; undefined for a pod without a node. */
export async function addressOfPodsNode(
  lookup: StoredLookup,
  { spec }: KubeObject,
): Promise<string | undefined> {
  const { nodeName = "" } = membersOf<{ nodeName?: string }>(spec);
  if (nodeName === "") return undefined;
  const { host, port } = await addressOfNode(lookup, nodeName, "pods");
  return joinHostPort(host, String(port));
}

/** Joins host and port like Go's net.JoinHostPort. */
export const joinHostPort = (host: string, port: string): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;
