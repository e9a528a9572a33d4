import { join } from "node:path";
import { parseDuration } from "../../server/accept/duration.ts";
import { createMemoryStorage, openEtcdStorage, openLmdbStorage, type Storage } from "../../storage/index.ts";
import { readNamed } from "./read-named.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** In etcd, in memory, or in the data folder. Throws an Error that names the flag that is wrong. */
export function openStorage(flags: ServeFlags): Storage | Promise<Storage> {
  if (flags.etcdServers !== undefined) return openEtcd(flags, flags.etcdServers);
  return flags.inMemory ? createMemoryStorage() : openLmdbStorage({ path: join(flags.dataDir, "data") });
}

/** As the screen says it. */
export function placeOf({ etcdServers, inMemory, dataDir }: ServeFlags): string {
  if (etcdServers !== undefined) return `in etcd at ${etcdServers.join(", ")}`;
  return inMemory === true ? "in memory only" : `in ${dataDir}`;
}

async function openEtcd(flags: ServeFlags, endpoints: readonly string[]): Promise<Storage> {
  checkEtcdFlags(flags, endpoints);
  const { etcdPrefix = "/registry" } = flags;
  const read = (file: string | undefined, flag: string) =>
    file === undefined ? undefined : readNamed(file, flag).then((text) => Buffer.from(text));
  const [ca, cert, key] = await Promise.all([
    read(flags.etcdCafile, "--etcd-cafile"),
    read(flags.etcdCertfile, "--etcd-certfile"),
    read(flags.etcdKeyfile, "--etcd-keyfile"),
  ]);
  const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  try {
    return await openEtcdStorage({
      endpoints,
      tls,
      prefix: `${etcdPrefix.replace(/\/+$/, "")}/`,
      compactionMs: compactionMs(flags),
    });
  } catch (error) {
    const text = (error as Error).message;
    throw new Error(`--etcd-servers: ${endpoints.join(",")}: ${text}`, { cause: error });
  }
}

function checkEtcdFlags(flags: ServeFlags, endpoints: readonly string[]): void {
  for (const endpoint of endpoints)
    if (!/^(https?:\/\/)?[^/]+(:\d+)?\/?$/.test(endpoint))
      throw new Error(`--etcd-servers: ${JSON.stringify(endpoint)} must look like https://10.0.0.1:2379`);
  if (endpoints.length === 0)
    throw new Error("--etcd-servers: name one endpoint at least, as http://127.0.0.1:2379");
  if (flags.inMemory === true)
    throw new Error("--in-memory and --etcd-servers cannot both say where objects are kept");
  if ((flags.etcdCertfile === undefined) !== (flags.etcdKeyfile === undefined))
    throw new Error("--etcd-certfile and --etcd-keyfile belong together: give both or neither");
  if (flags.etcdPrefix?.startsWith("/") === false)
    throw new Error("--etcd-prefix: it begins with /, as /registry");
}

function compactionMs({ etcdCompactionInterval = "5m0s" }: ServeFlags): number {
  const milliseconds = parseDuration(etcdCompactionInterval);
  if (milliseconds === undefined || milliseconds < 0)
    throw new Error(
      `--etcd-compaction-interval: ${JSON.stringify(etcdCompactionInterval)} is no duration such as 5m0s`,
    );
  return milliseconds;
}
