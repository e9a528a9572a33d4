import { messageOf } from "../../report/describe-error.ts";
import type { Moment, Source, Space } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { createEtcdClient, type EtcdClient, type EtcdTls } from "./client.ts";
import { isServed } from "./is-served.ts";
import { type Keys, keysBelow } from "./keys.ts";
import { toNumber } from "./messages.ts";
import { ownKeys, unfinishedCopy } from "./own-keys.ts";

/** Addresses of etcd, and the prefix of the objects in it. */
export interface EtcdPlaceOptions {
  readonly endpoints: readonly string[];
  readonly tls?: EtcdTls;
  /** Prefix of all keys in etcd, such as `/registry/`. Ends with a slash. */
  readonly prefix: string;
}

/** Reads the keys below a prefix, also while servers use it; `read` throws `Failed` for an unfinished copy. */
export async function openEtcdSource(options: EtcdPlaceOptions): Promise<Source> {
  const client = createEtcdClient(options);
  const keys = etcdKeys(options);
  const served = await isServed(client, keys).catch((error) => {
    client.close();
    throw error;
  });
  return {
    ...sourceOver(client, options),
    inUse: async () => (served ? "a server" : undefined),
    async read() {
      const { kvs } = await client.range({ key: keys.encode(ownKeys(keys).copyRecord) });
      if (kvs[0] !== undefined) throw unfinishedCopy(kvs[0].value);
      return openMoment(client, keys);
    },
    close: async () => client.close(),
  };
}

/** Keys of objects below the prefix in etcd. */
export const etcdKeys = ({ prefix }: EtcdPlaceOptions): Keys => keysBelow(prefix, KEY_PREFIX);

/** Name of the store in texts and in the record of a copy. The prefix `/registry/` is left out. */
export const etcdName = ({ endpoints, prefix }: EtcdPlaceOptions): string =>
  `etcd:${endpoints.join(",")}${prefix === KEY_PREFIX ? "" : ` below ${prefix}`}`;

/** Returns a source that uses an existing client; its owner closes it. */
export function sourceOver(client: EtcdClient, options: EtcdPlaceOptions): Source {
  const keys = etcdKeys(options);
  return {
    name: etcdName(options),
    form: "bare",
    keyPrefix: options.prefix,
    inUse: async () => undefined,
    space: () => spaceOf(client),
    read: () => openMoment(client, keys),
    close: async () => {},
  };
}

/** Returns the space of the first member that answers. */
async function spaceOf({ maintenance }: EtcdClient): Promise<Space> {
  for (const file of maintenance.files) {
    const { size, used } = await file.size().catch(() => ({ size: 0, used: 0 }));
    if (size > 0) return used > 0 ? { size, free: size - used } : { size };
  }
  return {};
}

/**
 * Keys below the prefix that are not objects of the cluster: addresses of kube-apiservers, for as long as
 * these run. Such keys end with a lease, which a copy of them would not have.
 */
const OF_SERVERS = ["masterleases/", "peerserverleases/"];

async function openMoment(client: EtcdClient, keys: Keys): Promise<Moment> {
  const own = ownKeys(keys);
  const transient = OF_SERVERS.map((name) => keys.below(name));
  const isObject = (key: string): boolean => !own.has(key) && !transient.some((name) => key.startsWith(name));
  let [count, revision] = [0, 0];
  for await (const page of ranges(client, keys, { keysOnly: true, limit: 10_000 })) {
    revision ||= page.revision;
    count += page.items.filter(({ key }) => isObject(key)).length;
  }
  return {
    revision,
    count,
    async *pages() {
      for await (const { items } of ranges(client, keys, { revision, limit: 200 }))
        yield items.filter(({ key }) => isObject(key));
    },
    close: () => {},
  };
}

interface Range {
  readonly items: StoredItem[];
  readonly revision: number;
}

interface RangeOptions {
  readonly limit: number;
  readonly keysOnly?: boolean;
  /** Absent: the newest revision. */
  readonly revision?: number;
}

/** Everything below the prefix, of one revision. */
async function* ranges(client: EtcdClient, keys: Keys, options: RangeOptions): AsyncGenerator<Range> {
  let from = keys.from;
  let revision = options.revision ?? 0;
  for (;;) {
    const request = { ...options, key: from, rangeEnd: keys.to, revision };
    const page = await client.range(request).catch(asCompacted);
    if (revision === 0) revision = toNumber(page.header.revision);
    yield {
      revision,
      items: page.kvs.map((kv) => ({
        key: keys.decode(kv.key),
        revision: toNumber(kv.modRevision),
        bytes: kv.value,
      })),
    };
    const last = page.kvs.at(-1);
    if (!page.more || last === undefined) return;
    from = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

function asCompacted(error: unknown): never {
  const text = messageOf(error);
  if (!text.includes("has been compacted")) throw error;
  throw new StorageError("Compacted", text, { cause: error });
}
