import type { Registry } from "../../resources/registry.ts";
import type { Storage } from "../../storage/storage.ts";

/** Number of objects of one resource, and their average size in bytes. */
interface ObjectSizes {
  readonly count: number;
  readonly averageBytes: number;
}

/** Returns the sizes of the objects of a resource, or undefined if no such resource is stored here. */
export type SizesOf = (group: string, resource: string) => ObjectSizes | undefined;

/**
 * Time until sizes are read again, in milliseconds. The reference counts keys in the same interval
 * (`--etcd-count-metric-poll-period`).
 */
const FRESH_MS = 60_000;
/** Number of objects whose average size is used for all. */
const SAMPLE = 20;

/** Returns a lookup of sizes that are remembered for a minute. `now` is in milliseconds. */
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
