import type { KubeObject } from "../../../api/meta.ts";
import { notFound } from "../../../api/status.ts";
import type { Registry } from "../../../resources/registry.ts";
import type { Storage } from "../../../storage/storage.ts";
import { storageKey } from "../target.ts";

/** Reads of core objects that another object names. */
export interface StoredLookup {
  /** Reads the stored object of a core kind (`pods`), in the hub version. */
  stored(plural: string, namespace: string, name: string): Promise<KubeObject | undefined>;
}

/** Looks up the slices of a service. */
export interface SliceLookup {
  endpointSlices(namespace: string, service: string): readonly KubeObject[];
}

/** Returns a lookup that reads the storage each time. */
export function storedLookup(storage: Storage, registry: () => Registry): StoredLookup["stored"] {
  return async (plural, namespace, name) => {
    const resource = registry().resource("", plural);
    if (resource === undefined) return undefined;
    return (await storage.get(storageKey(resource, namespace, name)))?.document.value as
      | KubeObject
      | undefined;
  };
}

/** Returns a stored object of the core group. Throws 404 if there is none. */
export async function storedOrNotFound(
  lookup: StoredLookup,
  plural: string,
  namespace: string,
  name: string,
): Promise<KubeObject> {
  const found = await lookup.stored(plural, namespace, name);
  if (found === undefined) throw notFound({ group: "", resource: plural }, name);
  return found;
}
