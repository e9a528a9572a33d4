import { join } from "node:path";
import type { Encoding } from "../../../storage/encryption/encoding.ts";
import {
  createMemoryStorage,
  type LmdbStorageOptions,
  openEtcdStorage,
  openLmdbStorage,
  type Storage,
} from "../../../storage/index.ts";
import { checkEndpoints, etcdAccess } from "../../storage/etcd-flags.ts";
import { inWords } from "../../storage/in-words.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { lockTeller } from "./log-write-mode.ts";
import { createMemoryLimit, measureProcess } from "./memory-limit.ts";
import type { Base } from "./open-base.ts";

/** Opens the storage: etcd, memory, or the data folder. Throws an Error that names the wrong flag. */
export function openStorage(
  flags: ServeFlags,
  {
    tellOfMode,
    tellOfSpace,
    log,
  }: Pick<Base, "tellOfMode" | "log"> & Pick<LmdbStorageOptions, "tellOfSpace">,
  encoding: Encoding | undefined,
): Storage | Promise<Storage> {
  const { shortage } = createMemoryLimit(measureProcess(flags.processes));
  refuseWithoutEtcd(flags);
  if (flags.sync !== "always" && !isOnDisk(flags))
    throw new Error("--sync is for a store in a folder: give neither --in-memory nor --etcd-servers with it");
  if (flags.etcdServers !== undefined) return openEtcd(flags, flags.etcdServers, { shortage, encoding });
  const historyMs = flags.etcdCompactionInterval || Number.POSITIVE_INFINITY;
  if (flags.inMemory) return createMemoryStorage({ shortage, historyMs });
  const path = join(flags.dataDir, "data");
  const tellOfDamage = (complaint: string): void => log("error", complaint, { path });
  const tell = { tellOfMode, tellOfLock: lockTeller(log), tellOfDamage, ...(tellOfSpace && { tellOfSpace }) };
  return openLmdbStorage({ path, ...tell, shortage, encoding, historyMs, sync: flags.sync });
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
