import type { ServeFlags } from "./serve-flags.ts";

/** Throws an Error if several processes cannot share the store of the flags. */
export function checkProcesses({ processes, etcdServers, encryptionProviderConfig }: ServeFlags): void {
  if (processes === 1 || etcdServers !== undefined || encryptionProviderConfig === undefined) return;
  throw new Error(
    `--processes ${processes} with --encryption-provider-config needs --etcd-servers: the process that stores the objects does not encrypt them. Give --etcd-servers, or leave out one of the two`,
  );
}

/** True if other servers, on this machine or on others, use the same objects. */
export const sharesStore = ({ processes, etcdServers }: ServeFlags): boolean =>
  etcdServers !== undefined || processes > 1;
