import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Storage } from "../../../storage/storage.ts";
import { type ObjectsView, StoredObjects, type Views } from "./views.ts";

/** Creates views over these store prefixes (`namespaces`, `services/specs`), and resolves when they are filled. */
export async function createViews(
  storage: Storage,
  prefixes: readonly string[],
): Promise<Views & { close(): void }> {
  const views = new Map<string, StoredObjects>();
  const close = (): void => {
    for (const view of views.values()) view.close();
  };
  try {
    for (const prefix of prefixes) views.set(prefix, await openView(storage, prefix));
  } catch (error) {
    close();
    throw error;
  }
  const gone = new Map<string, Set<() => void>>();
  const keyOf = (resource: ResourceDefinition): string => `${resource.group}/${resource.plural}`;
  return {
    of(prefix): ObjectsView {
      const view = views.get(prefix);
      if (view === undefined) throw new Error(`there is no view over ${prefix}`);
      return view;
    },
    seen: (resource, revision) => views.get(resource.storagePrefix)?.seen(revision),
    isTerminating: (resource) => {
      const definition = views.get(DEFINITIONS)?.get("", `${resource.plural}.${resource.group}`);
      return definition?.metadata.deletionTimestamp !== undefined;
    },
    onResourceGone(resource, listener) {
      const key = keyOf(resource);
      const listeners = gone.get(key) ?? new Set();
      gone.set(key, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    resourceGone(resource) {
      for (const listener of [...(gone.get(keyOf(resource)) ?? [])]) listener();
    },
    close,
  };
}

const DEFINITIONS = "apiextensions.k8s.io/customresourcedefinitions";

async function openView(storage: Storage, name: string): Promise<StoredObjects> {
  const prefix = `/registry/${name}/`;
  const { entries, revision } = await storage.list(prefix);
  const initial = entries.map((e) => [e.key, objectOf(e)] as const);
  return new StoredObjects(storage, prefix, initial, revision);
}
