import type { KubeObject } from "../../../../api/meta.ts";
import { count, items, someOf, text } from "../../../define/cell.ts";

const MAX_ADDRESSES = 3;

/** The first addresses with their ports: `10.0.0.1:80,10.0.0.2:80`. */
export function formatSubsets(object: KubeObject): string {
  const subsets = items(object, "subsets");
  if (subsets.length === 0) return "<none>";
  const addresses = subsets.flatMap((subset) => {
    const ips = items(subset, "addresses").map((address) => text(address, "ip"));
    const ports = items(subset, "ports").map((port) => count(port, "port"));
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => joinHostPort(ip, port)));
  });
  return someOf(addresses, MAX_ADDRESSES, addresses.length - MAX_ADDRESSES);
}

const joinHostPort = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
