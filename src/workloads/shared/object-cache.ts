import type { KubeObject } from "../../api/meta.ts";
import type { ObjectChange } from "../base/controller.ts";
import { type Kind, keyOf, nameOfKind } from "./kinds.ts";
import { controllerOf } from "./pods/controller-ref.ts";

/** A change of an object. `before`: the previous version; undefined for a new object. */
export interface CacheChange {
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
  readonly deleted: boolean;
}

type CacheListener = (change: CacheChange) => void;

/**
 * Longest wait for the cache to contain a written object, in milliseconds. A longer delay has another cause,
 * so the controller continues.
 */
const CAUGHT_UP_MS = 5000;

/** The stored objects of some kinds: an informer in the terms of the reference. */
export class ObjectCache {
  readonly #kinds = new Map<string, Map<string, Map<string, KubeObject>>>();
  readonly #dependents = new Map<string, Map<string, KubeObject>>();
  readonly #listeners = new Map<string, CacheListener[]>();
  readonly #waiting = new Set<() => void>();
  #revision = 0;

  /** Keeps objects of this kind from now on. */
  keep(kind: Kind<KubeObject>): void {
    const name = nameOfKind(kind);
    if (!this.#kinds.has(name)) this.#kinds.set(name, new Map());
  }

  listen(kind: Kind<KubeObject>, listener: CacheListener): void {
    this.keep(kind);
    const name = nameOfKind(kind);
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  get<T extends KubeObject>(kind: Kind<T>, namespace: string, name: string): T | undefined {
    const found = this.#kinds.get(nameOfKind(kind))?.get(namespace)?.get(name);
    return found === undefined ? undefined : kind.of(found);
  }

  /** `key`: a result of `keyOf`. */
  find<T extends KubeObject>(kind: Kind<T>, key: string): T | undefined {
    const [namespace = "", name = ""] = key.split("/");
    return this.get(kind, namespace, name);
  }

  list<T extends KubeObject>(kind: Kind<T>, namespace: string): T[] {
    return [...(this.#kinds.get(nameOfKind(kind))?.get(namespace)?.values() ?? [])].map(kind.of);
  }

  all<T extends KubeObject>(kind: Kind<T>): T[] {
    const namespaces = [...(this.#kinds.get(nameOfKind(kind))?.values() ?? [])];
    return namespaces.flatMap((objects) => [...objects.values()]).map(kind.of);
  }

  /** Returns the objects that this object controls. */
  controlledBy<T extends KubeObject>(kind: Kind<T>, owner: KubeObject): T[] {
    return this.#ownedBy(kind, owner.metadata.uid ?? "");
  }

  /** Returns the objects without a controller. */
  orphans<T extends KubeObject>(kind: Kind<T>, namespace: string): T[] {
    return this.#ownedBy(kind, orphanage(namespace));
  }

  #ownedBy<T extends KubeObject>(kind: Kind<T>, owner: string): T[] {
    return [...(this.#dependents.get(`${nameOfKind(kind)} ${owner}`)?.values() ?? [])].map(kind.of);
  }

  /** Applies a change of the store, of any kind. */
  apply(change: Pick<ObjectChange, "object" | "kind" | "deleted">): void {
    const { kind, deleted } = change;
    const namespaces = this.#kinds.get(kind);
    if (namespaces === undefined) return;
    const { object } = change;
    const version = versionOf(object);
    this.#revision = Math.max(this.#revision, version);
    const { namespace = "", name = "" } = object.metadata;
    const known = namespaces.get(namespace)?.get(name);
    // An object from before the start can be reported after a newer change of it.
    const isOld =
      !deleted &&
      known?.metadata.uid === object.metadata.uid &&
      known !== undefined &&
      versionOf(known) > version;
    if (isOld) return;
    const before = this.#put(namespaces, object, deleted);
    if (before !== undefined) this.#index(kind, before, true);
    if (!deleted) this.#index(kind, object, false);
    for (const listener of this.#listeners.get(kind) ?? []) listener({ object, before, deleted });
    for (const look of this.#waiting) look();
  }

  /** Returns the previous object. */
  #put(
    namespaces: Map<string, Map<string, KubeObject>>,
    object: KubeObject,
    deleted: boolean,
  ): KubeObject | undefined {
    const { namespace = "", name = "" } = object.metadata;
    const objects = namespaces.get(namespace) ?? new Map<string, KubeObject>();
    const before = objects.get(name);
    if (deleted) objects.delete(name);
    else namespaces.set(namespace, objects.set(name, object));
    if (objects.size === 0) namespaces.delete(namespace);
    return before;
  }

  #index(kind: string, object: KubeObject, remove: boolean): void {
    const owner = `${kind} ${controllerOf(object)?.uid ?? orphanage(object.metadata.namespace ?? "")}`;
    const owned = this.#dependents.get(owner) ?? new Map<string, KubeObject>();
    if (remove) owned.delete(keyOf(object));
    else this.#dependents.set(owner, owned.set(keyOf(object), object));
    if (owned.size === 0) this.#dependents.delete(owner);
  }

  /**
   * Resolves when the cache contains this version of an object of this kind. Resolves at once for kinds that
   * are not kept.
   */
  async caughtUp(kind: Kind<KubeObject>, resourceVersion: string | undefined): Promise<void> {
    if (!this.#kinds.has(nameOfKind(kind))) return;
    const wanted = Number(resourceVersion ?? 0);
    if (this.#revision < wanted) await this.#until(() => this.#revision >= wanted);
  }

  /** Resolves when this object is gone or is being deleted. */
  async gone(kind: Kind<KubeObject>, { metadata }: KubeObject): Promise<void> {
    const isGone = (): boolean => {
      const now = this.get(kind, metadata.namespace ?? "", metadata.name ?? "")?.metadata;
      return now?.uid !== metadata.uid || now?.deletionTimestamp !== undefined;
    };
    if (!isGone()) await this.#until(isGone);
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (holds()) end();
      };
      const timer = setTimeout(end, CAUGHT_UP_MS);
      timer.unref();
      this.#waiting.add(look);
    });
  }
}

const versionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion ?? 0);

const orphanage = (namespace: string): string => `orphans of ${namespace}`;
