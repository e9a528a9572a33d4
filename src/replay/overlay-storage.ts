import type { KubeObject } from "../api/meta.ts";
import { Document } from "../api/object/document.ts";
import type { Entry, ListOptions, ListResult, Seal, Storage, WriteResult } from "../storage/storage.ts";

/**
 * A storage for repeated requests: each request sees the initial objects and the shown one, and its writes
 * are temporary.
 */
export interface OverlayStorage extends Storage {
  /** Makes all later writes temporary: they are kept only until the next `show`. */
  freeze(): void;
  /** Discards temporary writes, and stores this object, or nothing, under this key. */
  show(key: string, object: KubeObject | undefined): void;
  /** The storage below, which can still be written. */
  readonly inner: Storage;
}

/** Revision of all shown and temporary objects: every view of the store has reached it. */
const REVISION = 1;
/** The resourceVersion of shown objects. */
export const SHOWN_VERSION = String(REVISION);

/** Returns an overlay that shows nothing and is not frozen. */
export const createOverlayStorage = (inner: Storage): OverlayStorage => new Overlay(inner);

class Overlay implements OverlayStorage {
  readonly inner: Storage;
  /** Temporary objects by key; null if deleted. */
  readonly #written = new Map<string, Entry | null>();
  #isFrozen = false;

  constructor(inner: Storage) {
    this.inner = inner;
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  show(key: string, object: KubeObject | undefined): void {
    this.#written.clear();
    if (key === "") return;
    if (object === undefined) {
      this.#written.set(key, null);
      return;
    }
    const metadata = { ...object.metadata, resourceVersion: SHOWN_VERSION };
    this.#written.set(key, entryOf(key, new Document({ ...object, metadata })));
  }

  get revision(): number {
    return this.inner.revision;
  }
  get compacted(): number {
    return this.inner.compacted;
  }

  async get(key: string, revision?: number): Promise<Entry | undefined> {
    const own = this.#written.get(key);
    return own === undefined ? this.inner.get(key, revision) : (own ?? undefined);
  }

  getCached(key: string): Entry | undefined {
    const own = this.#written.get(key);
    return own === undefined ? this.inner.getCached(key) : (own ?? undefined);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    return this.#hides(prefix) ? this.#merged(prefix, options) : this.inner.list(prefix, options);
  }

  listCached(prefix: string, options: ListOptions = {}): ListResult {
    return this.#hides(prefix) ? this.#merged(prefix, options) : this.inner.listCached(prefix, options);
  }

  #hides(prefix: string): boolean {
    for (const key of this.#written.keys()) if (key.startsWith(prefix)) return true;
    return false;
  }

  #merged(prefix: string, { after = "", limit = 0 }: ListOptions): ListResult {
    const { entries, revision } = this.inner.listCached(prefix);
    const all = new Map<string, Entry | null>(entries.map((entry) => [entry.key, entry]));
    for (const [key, entry] of this.#written) if (key.startsWith(prefix)) all.set(key, entry);
    const following = [...all]
      .filter(([key]) => key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, entry]) => entry ?? []);
    const page = following.slice(0, limit || undefined);
    return { entries: page, revision, remaining: following.length - page.length };
  }

  async create(...[key, seal, options]: Parameters<Storage["create"]>): Promise<WriteResult> {
    if (!this.#isFrozen) return this.inner.create(key, seal, options);
    const current = this.getCached(key);
    return current === undefined ? this.#write(key, seal) : { kind: "conflict", current };
  }

  async update(...[key, expected, seal, options]: Parameters<Storage["update"]>): Promise<WriteResult> {
    if (!this.#isFrozen) return this.inner.update(key, expected, seal, options);
    const current = this.getCached(key);
    return current?.revision === expected ? this.#write(key, seal) : { kind: "conflict", current };
  }

  async delete(...[key, expected, seal]: Parameters<Storage["delete"]>): Promise<WriteResult> {
    if (!this.#isFrozen) return this.inner.delete(key, expected, seal);
    const current = this.getCached(key);
    if (current?.revision !== expected) return { kind: "conflict", current };
    this.#written.set(key, null);
    return { kind: "written", entry: entryOf(key, seal?.(REVISION) ?? current.document) };
  }

  #write(key: string, seal: Seal): WriteResult {
    const entry = entryOf(key, seal(REVISION));
    this.#written.set(key, entry);
    return { kind: "written", entry };
  }

  catchUp(): Promise<void> {
    return this.inner.catchUp();
  }
  watch(...args: Parameters<Storage["watch"]>): ReturnType<Storage["watch"]> {
    return this.inner.watch(...args);
  }
  compact(revision: number): Promise<void> {
    return this.inner.compact(revision);
  }
  close(): Promise<void> {
    return this.inner.close();
  }
}

const entryOf = (key: string, document: Entry["document"]): Entry => ({ key, revision: REVISION, document });
