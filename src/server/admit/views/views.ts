import type { KubeObject } from "../../../api/meta.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import { objectOf } from "../../../storage/object-of.ts";
import { SortedKeys } from "../../../storage/sorted-keys.ts";
import type { Storage } from "../../../storage/storage.ts";

/** All objects of one resource, kept up to date by a watch. Derived data is computed when it is read. */
export interface ObjectsView {
  get(namespace: string, name: string): KubeObject | undefined;
  /** Returns all objects of a namespace, or all objects if it is "" or absent, in key order. */
  list(namespace?: string): readonly KubeObject[];
  /** Number that changes with every change. Data that is derived from the list can be cached by it. */
  readonly generation: number;
  onChange(listener: (change: ViewChange) => void): void;
  /** Resolves when the view has received the revision. Undefined if it already has. */
  seen(revision: number): Promise<void> | undefined;
}

interface ViewChange {
  readonly object: KubeObject;
  readonly deleted: boolean;
}

/** Views of stored objects that are kept in memory, such as configurations, roles and namespaces. */
export interface Views {
  /** Returns the view over a prefix. Throws if there is none. */
  of(storagePrefix: string): ObjectsView;
  /**
   * Resolves when every view of this resource has received the revision. The response to a write waits for
   * it, so that a configuration is in effect when its client receives the response.
   */
  seen(resource: ResourceDefinition, revision: number): Promise<void> | undefined;
  /** True for custom resources whose definition is being deleted; they accept no new objects. */
  isTerminating(resource: ResourceDefinition): boolean;
  /**
   * Calls the listener when the resource is no longer served as before and open watches end. Returns a
   * function that removes the listener.
   */
  onResourceGone(resource: ResourceDefinition, listener: () => void): () => void;
  /** Calls the listeners of a resource, which end its open watches. */
  resourceGone(resource: ResourceDefinition): void;
}

interface Kept {
  readonly key: string;
  object: KubeObject;
}

/** A view over one prefix. */
class StoredObjects implements ObjectsView {
  readonly #entries = new Map<string, Kept>();
  readonly #sorted = new SortedKeys<Kept>();
  /**
   * The list of all objects. It is read after every change of a configuration, and can have ten thousand
   * objects. A copy of the list costs far less time than a new search of the keys.
   */
  #all: readonly KubeObject[] | undefined;
  #listeners: ((change: ViewChange) => void)[] = [];
  #waiting: { revision: number; resolve: () => void }[] = [];
  #revision: number;
  generation = 0;
  readonly #prefix: string;
  readonly #close: () => void;

  /** `initial`: the objects at `revision`. */
  constructor(
    storage: Storage,
    prefix: string,
    initial: readonly (readonly [string, KubeObject])[],
    revision: number,
  ) {
    this.#prefix = prefix;
    this.#revision = revision;
    for (const [key, object] of initial) this.#set(key, object);
    const watch = storage.watch(prefix, revision, {
      change: (change) =>
        this.#take(change.key, objectOf(change.entry), change.type === "deleted", change.revision),
      closed: () => {},
    });
    this.#close = () => watch.close();
  }

  close(): void {
    this.#close();
  }

  get(namespace: string, name: string): KubeObject | undefined {
    return this.#entries.get(`${this.#prefix}${namespace === "" ? "" : `${namespace}/`}${name}`)?.object;
  }

  list(namespace = ""): readonly KubeObject[] {
    if (namespace !== "") return this.#under(`${this.#prefix}${namespace}/`);
    this.#all ??= this.#under(this.#prefix);
    return this.#all;
  }

  #under(prefix: string): readonly KubeObject[] {
    const objects: KubeObject[] = [];
    const range = this.#sorted.range(prefix);
    for (let item = range.peek(); item !== undefined; item = range.peek()) {
      objects.push(item.object);
      range.advance();
    }
    return objects;
  }

  onChange(listener: (change: ViewChange) => void): void {
    this.#listeners.push(listener);
  }

  seen(revision: number): Promise<void> | undefined {
    if (this.#revision >= revision) return undefined;
    return new Promise((resolve) => this.#waiting.push({ revision, resolve }));
  }

  #set(key: string, object: KubeObject): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#all = this.#all?.with(this.#all.indexOf(known.object), object);
      known.object = object;
      return;
    }
    const kept = { key, object };
    this.#entries.set(key, kept);
    this.#sorted.insert(kept);
    const next = this.#sorted.range(this.#prefix, key).peek();
    const place = next === undefined ? this.#all?.length : this.#all?.indexOf(next.object);
    if (place !== undefined) this.#all = this.#all?.toSpliced(place, 0, object);
  }

  #delete(key: string): void {
    const known = this.#entries.get(key);
    if (known === undefined) return;
    this.#entries.delete(key);
    this.#sorted.delete(key);
    this.#all = this.#all?.toSpliced(this.#all.indexOf(known.object), 1);
  }

  #take(key: string, object: KubeObject, deleted: boolean, revision: number): void {
    if (deleted) this.#delete(key);
    else this.#set(key, object);
    this.generation += 1;
    this.#revision = revision;
    for (const listener of this.#listeners) listener({ object, deleted });
    const ready = this.#waiting.filter((w) => w.revision <= revision);
    this.#waiting = this.#waiting.filter((w) => w.revision > revision);
    for (const { resolve } of ready) resolve();
  }
}

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
