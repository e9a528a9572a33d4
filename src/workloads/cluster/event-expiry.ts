import type { KubeObject } from "../../api/meta.ts";
import type { Controller, ControllerContext } from "../base/controller.ts";

const SWEEP_MS = 10_000;
const LONGEST_SWEEP_MS = 60_000;

/**
 * Deletes events one hour after their last write (`--event-ttl`). In the reference, etcd deletes them at the
 * end of a lease. With the store etcd this server uses leases, too, and the controller only deletes events
 * that have no lease.
 */
export const eventExpiry: Controller = {
  name: "event-expiry",
  alias: "event-expiry",
  always: true,
  kinds: ["v1/Event"],
  start(context) {
    const { host, every, queue } = context;
    if (host.eventTtlMs <= 0) return () => {};
    // Path → time of the last write, in the order of that time: the oldest are first.
    const written = new Map<string, number>();
    const expired = queue((path) => remove(context, path));
    const sweep = (): void => {
      for (const [path, at] of written) {
        if (at + host.eventTtlMs > host.now()) return;
        written.delete(path);
        expired.add(path);
      }
    };
    every(Math.min(LONGEST_SWEEP_MS, Math.max(SWEEP_MS / 10, host.eventTtlMs / 4)), sweep);
    return ({ object, deleted }) => {
      const path = pathOf(object);
      written.delete(path);
      if (!deleted) written.set(path, host.now());
    };
  },
};

const pathOf = ({ metadata: { namespace = "", name = "" } }: KubeObject): string =>
  `/api/v1/namespaces/${namespace}/events/${encodeURIComponent(name)}`;

async function remove({ api }: ControllerContext, path: string): Promise<boolean> {
  const { status } = await api.send("DELETE", path);
  return status === 200 || status === 404;
}
