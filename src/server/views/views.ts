import type { KubeObject } from "../../api/meta.ts";
import type { ResourceDefinition } from "../../resources/kind.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { Storage } from "../../storage/storage.ts";

/** All objects of one resource, kept fresh by a watch; what is derived from them is made when somebody asks. */
export interface ObjectsView {
  get(namespace: string, name: string): KubeObject | undefined;
  /** All of a namespace; "" or absent: all there are. In key order. */
  list(namespace?: string): readonly KubeObject[];
  /** Replaced with every change: whoever derives something from the list remembers it by this. */
  readonly generation: number;
  onChange(listener: (change: ViewChange) => void): void;
  /** Resolves once the view has taken in the revision; undefined when it has already. */
  seen(revision: number): Promise<void> | undefined;
}

export interface ViewChange {
  readonly object: KubeObject;
  readonly deleted: boolean;
}

export interface Views {
  /** The view over a prefix; throws for one that is not kept. */
  of(storagePrefix: string): ObjectsView;
  /**
   * Resolves when every view of this resource has taken in the revision: a write is answered only then, so that a
   * configuration is in effect when its author hears of it.
   */
  seen(resource: ResourceDefinition, revision: number): Promise<void> | undefined;
  /** Custom resources whose definition is being deleted take no new objects. */
  isTerminating(resource: ResourceDefinition): boolean;
  /** Calls back when the resource is no longer served as it was: open watches end. Returns the function that forgets. */
  onResourceGone(resource: ResourceDefinition, listener: () => void): () => void;
  /** Ends those watches. */
  resourceGone(resource: ResourceDefinition): void;
}

/** One view over one prefix. */
export class StoredObjects implements ObjectsView {
  #entries = new Map<string, KubeObject>();
  #sorted: readonly string[] | undefined;
  #all: readonly KubeObject[] | undefined;
  #listeners: ((change: ViewChange) => void)[] = [];
  #waiting: { revision: number; resolve: () => void }[] = [];
  #revision: number;
  generation = 0;
  readonly #prefix: string;
  readonly #close: () => void;

  /** `initial`: what is there at `revision`. */
  constructor(
    storage: Storage,
    prefix: string,
    initial: readonly (readonly [string, KubeObject])[],
    revision: number,
  ) {
    this.#prefix = prefix;
    this.#revision = revision;
    for (const [key, object] of initial) this.#entries.set(key, object);
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
    return this.#entries.get(`${this.#prefix}${namespace === "" ? "" : `${namespace}/`}${name}`);
  }

  list(namespace = ""): readonly KubeObject[] {
    this.#sorted ??= [...this.#entries.keys()].sort();
    if (namespace === "") {
      this.#all ??= this.#at(this.#sorted);
      return this.#all;
    }
    const within = `${this.#prefix}${namespace}/`;
    return this.#at(this.#sorted.filter((key) => key.startsWith(within)));
  }

  #at(keys: readonly string[]): readonly KubeObject[] {
    return keys.map((key) => this.#entries.get(key)!);
  }

  onChange(listener: (change: ViewChange) => void): void {
    this.#listeners.push(listener);
  }

  seen(revision: number): Promise<void> | undefined {
    if (this.#revision >= revision) return undefined;
    return new Promise((resolve) => this.#waiting.push({ revision, resolve }));
  }

  #take(key: string, object: KubeObject, deleted: boolean, revision: number): void {
    // Most changes are of objects that are there: ten thousand keys need not be sorted for each.
    if (deleted || !this.#entries.has(key)) this.#sorted = undefined;
    this.#all = undefined;
    if (deleted) this.#entries.delete(key);
    else this.#entries.set(key, object);
    this.generation += 1;
    this.#revision = revision;
    for (const listener of this.#listeners) listener({ object, deleted });
    const ready = this.#waiting.filter((w) => w.revision <= revision);
    this.#waiting = this.#waiting.filter((w) => w.revision > revision);
    for (const { resolve } of ready) resolve();
  }
}
