import type { EtcdClient } from "./client.ts";

/** As kube-apiserver does: who watches has so long to keep up. Several servers may do it, and harm nobody. */
export function compactEvery(
  milliseconds: number,
  client: EtcdClient,
  revision: () => number,
): NodeJS.Timeout | undefined {
  if (milliseconds === 0) return undefined;
  let before = revision();
  return setInterval(() => {
    // Refused where somebody was there before.
    if (before > 1) client.compact(before).catch(() => {});
    before = revision();
  }, milliseconds).unref();
}
