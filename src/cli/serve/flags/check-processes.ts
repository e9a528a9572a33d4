import type { ServeFlags } from "./serve-flags.ts";

/** Throws an Error if several processes cannot share the store of the flags. */
export function checkProcesses({ processes, etcdServers }: ServeFlags): void {
  if (processes === 1 || etcdServers !== undefined) return;
  throw new Error(
    `--processes ${processes} needs --etcd-servers: only one process can use a store in a folder or in memory. Give --etcd-servers, or leave out --processes`,
  );
}
