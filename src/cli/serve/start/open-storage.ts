import { Socket } from "node:net";
import { join } from "node:path";
import type { Log } from "../../../server/log.ts";
import type { Encoding } from "../../../storage/encryption/encoding.ts";
import {
  createMemoryStorage,
  type LmdbStorageOptions,
  openEtcdStorage,
  openLmdbStorage,
  type Storage,
} from "../../../storage/index.ts";
import type { RemoteStorageOptions } from "../../../storage/remote/remote-storage.ts";
import { checkEndpoints, etcdAccess } from "../../storage/etcd-flags.ts";
import { inWords } from "../../storage/in-words.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { STORE_FD } from "../processes/process-number.ts";
import { lockTeller } from "./log-write-mode.ts";
import { createMemoryLimit, measureProcess } from "./memory-limit.ts";
import type { Base } from "./open-base.ts";

/**
 * Opens the storage: etcd, that of the parent, memory, or the data folder. Throws an Error that names the wrong flag.
 */
export function openStorage(
  flags: ServeFlags,
  {
    tellOfMode,
    tellOfSpace,
    log,
    parent,
  }: Pick<Base, "tellOfMode" | "log" | "parent"> & Pick<LmdbStorageOptions, "tellOfSpace">,
  encoding: Encoding | undefined,
): Storage | Promise<Storage> {
  const { shortage } = createMemoryLimit(measureProcess(copiesOf(flags)));
  refuseWithoutEtcd(flags);
  if (flags.sync !== "always" && !isOnDisk(flags))
    throw new Error("--sync is for a store in a folder: give neither --in-memory nor --etcd-servers with it");
  if (flags.etcdServers !== undefined) return openEtcd(flags, flags.etcdServers, { shortage, encoding });
  const historyMs = flags.etcdCompactionInterval || Number.POSITIVE_INFINITY;
  if (parent !== undefined) return openOfParent({ shortage, historyMs }, log);
  if (flags.inMemory) return createMemoryStorage({ shortage, historyMs });
  const path = join(flags.dataDir, "data");
  const tellOfDamage = (complaint: string): void => log("error", complaint, { path });
  const tell = { tellOfMode, tellOfLock: lockTeller(log), tellOfDamage, ...(tellOfSpace && { tellOfSpace }) };
  return openLmdbStorage({ path, ...tell, shortage, encoding, historyMs, sync: flags.sync });
}

/** Number of processes with all objects: the servers, and the parent if it stores them. */
const copiesOf = ({ processes, etcdServers }: ServeFlags): number =>
  processes + (etcdServers === undefined && processes > 1 ? 1 : 0);

/** Without its store, a server is of no use: it ends, and its parent starts another one. */
async function openOfParent(options: RemoteStorageOptions, log: Log): Promise<Storage> {
  const { openRemoteStorage } = await import("../../../storage/remote/remote-storage.ts");
  return openRemoteStorage(new Socket({ fd: STORE_FD, readable: true, writable: true }), {
    ...options,
    ended({ message }) {
      log("error", "this server ends, because it has no store", { error: message });
      process.exit(1);
    },
  });
}

/** Refuses flags of etcd without --etcd-servers: a user who gives them expects objects to go to etcd. */
function refuseWithoutEtcd(flags: ServeFlags): void {
  if (flags.etcdServers !== undefined) return;
  const { etcdCafile, etcdCertfile, etcdKeyfile } = flags;
  const given = Object.entries({ etcdCafile, etcdCertfile, etcdKeyfile });
  const [name] = given.find(([, file]) => file !== undefined) ?? [];
  if (name !== undefined)
    throw new Error(`--${name.replace("etcd", "etcd-").toLowerCase()} needs --etcd-servers`);
}

/** True if objects are in the data folder. */
export const isOnDisk = ({ etcdServers, inMemory }: ServeFlags): boolean =>
  etcdServers === undefined && !inMemory;

async function openEtcd(
  flags: ServeFlags,
  endpoints: readonly string[],
  options: { readonly shortage: () => string | undefined; readonly encoding: Encoding | undefined },
): Promise<Storage> {
  checkEndpoints(endpoints, "--etcd-servers");
  if (flags.inMemory) throw new Error("--in-memory and --etcd-servers exclude each other: give one of them");
  const access = await etcdAccess(flags);
  try {
    const times = { compactionMs: flags.etcdCompactionInterval, upkeepMs: UPKEEP_MS };
    return await openEtcdStorage({ endpoints, ...access, ...times, ...options });
  } catch (error) {
    const { message } = inWords(error);
    throw new Error(`--etcd-servers: ${endpoints.join(",")}: ${message}`, { cause: error });
  }
}

/** Files do not grow faster than one can look. */
const UPKEEP_MS = 60_000;
