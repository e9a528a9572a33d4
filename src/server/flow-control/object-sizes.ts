import type { Registry } from "../../resources/registry.ts";
import type { Storage } from "../../storage/storage.ts";

/** How many objects of one resource there are, and how long they are on average, in bytes. */
export interface ObjectSizes {
  readonly count: number;
  readonly averageBytes: number;
}

/** Undefined: no such resource is stored here. */
export type SizesOf = (group: string, resource: string) => ObjectSizes | undefined;

/** As often as the reference counts keys (`--etcd-count-metric-poll-period`). */
const FRESH_MS = 60_000;
/** So many objects tell how long all are. */
const SAMPLE = 20;

/** What is known stays known for a minute. `now`: milliseconds. */
export function objectSizes(storage: Storage, registry: () => Registry, now: () => number): SizesOf {
  const known = new Map<string, { readonly sizes: ObjectSizes; readonly at: number }>();
  return (group, plural) => {
    const key = `${group}/${plural}`;
    const before = known.get(key);
    if (before !== undefined && now() - before.at < FRESH_MS) return before.sizes;
    const resource = registry().resource(group, plural);
    if (resource === undefined) return undefined;
    const sizes = look(storage, `/registry/${resource.storagePrefix}/`);
    known.set(key, { sizes, at: now() });
    return sizes;
  };
}

function look(storage: Storage, prefix: string): ObjectSizes {
  const { entries, remaining } = storage.listCached(prefix, { limit: SAMPLE, unreadable: () => {} });
  const bytes = entries.reduce((sum, { document }) => sum + document.bytes.byteLength, 0);
  return { count: entries.length + remaining, averageBytes: bytes / Math.max(1, entries.length) };
}
