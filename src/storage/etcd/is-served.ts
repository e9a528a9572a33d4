import type { EtcdClient } from "./client.ts";
import type { Keys } from "./keys.ts";

const MASTERS = "masterleases/";
const LEASES = "leases/kube-system/";
const LEASE_MS = 15_000;

/**
 * True if a server uses a prefix, as far as its keys show: kube-apiservers store their addresses, and our
 * servers have Leases, as controllers have.
 */
export async function isServed(client: EtcdClient, keys: Keys): Promise<boolean> {
  const [masters, leases] = await Promise.all([below(client, keys, MASTERS), below(client, keys, LEASES)]);
  return masters.length > 0 || leases.some(isHeld);
}

async function below(client: EtcdClient, keys: Keys, name: string): Promise<readonly Uint8Array[]> {
  const key = keys.encode(keys.below(name));
  const rangeEnd = Buffer.concat([key.subarray(0, -1), Buffer.from("0")]);
  const { kvs } = await client.range({ key, rangeEnd, limit: 1000 });
  return kvs.map(({ value }) => value);
}

/** Renewed a moment ago, and not given back. */
function isHeld(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString();
  const renewTime = /"renewTime":"([^"]+)"/.exec(text)?.[1];
  const holder = /"holderIdentity":"([^"]+)"/.exec(text)?.[1];
  return holder !== undefined && Math.abs(Date.now() - Date.parse(renewTime ?? "")) < LEASE_MS;
}
