import { setImmediate } from "node:timers/promises";
import type { KubeObject } from "../api/meta.ts";
import type { Document } from "../api/object/document.ts";
import { KEY_PREFIX } from "../storage/key-prefix.ts";
import { objectOf } from "../storage/object-of.ts";
import type { Entry, ListOptions, Storage } from "../storage/storage.ts";

/** An object that was created, changed or deleted, or that existed at the start. */
export interface StoredChange {
  /** Parsed from its text at the first access. */
  readonly object: KubeObject;
  /** Kind in the version of the store, for example `v1/ConfigMap`. Cheaper than `object`, which is parsed. */
  readonly kind: string;
  /** Name of the object: the last part of its key. */
  readonly name: string;
  readonly deleted: boolean;
  /** True if this is not a change: the object existed when the observation began. */
  readonly wasThere: boolean;
  /**
   * Returns true if the text of the object contains this word anywhere. Cheaper than `object`, which is
   * parsed.
   */
  mentions(word: string): boolean;
}

/** A running observation of the storage. */
export interface Observation {
  /** Ends the observation: no further calls of the listener. */
  stop(): void;
  /** Resolves when all objects from the start have been reported, or after `stop`. Never rejects. */
  readonly complete: Promise<void>;
  /** The keys of objects that cannot be read, as far as they have been found. The listener is not told of them. */
  readonly unreadable: readonly string[];
}

/** Number of objects that are reported at once. Between the pages, requests are handled. */
const PAGE = 500;

/**
 * Reports all stored objects, in the version of the store, and all changes. Resolves after the first page.
 * Changes can be reported before the remaining pages, and objects that change meanwhile twice: the last
 * report is the current state.
 */
export async function observeStorage(
  storage: Storage,
  listener: (change: StoredChange) => void,
): Promise<Observation> {
  const tell = (entry: Entry): void => listener(new EntryChange(entry, false, true));
  const unreadable: string[] = [];
  const options = { limit: PAGE, unreadable: (key: string) => void unreadable.push(key) };
  const first = await storage.list(KEY_PREFIX, options);
  for (const entry of first.entries) tell(entry);
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    watch.close();
  };
  const watch = storage.watch(KEY_PREFIX, first.revision, {
    change: ({ type, entry }) => listener(new EntryChange(entry, type === "deleted", false)),
    closed: stop,
  });
  const last = first.entries.at(-1);
  const rest =
    first.remaining > 0 && last !== undefined
      ? // It ends early if the storage is closed meanwhile.
        tellRest(storage, { ...options, after: last.key }, tell, () => stopped).catch(() => {})
      : Promise.resolve();
  return { stop, complete: rest, unreadable };
}

async function tellRest(
  storage: Storage,
  from: ListOptions & { readonly after: string },
  tell: (entry: Entry) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (let after: string | undefined = from.after; after !== undefined; ) {
    await setImmediate();
    if (isStopped()) return;
    // The cached list has the current versions. The watch, which began earlier, reports the changes between
    // the pages.
    const { entries, remaining } = storage.listCached(KEY_PREFIX, { ...from, after });
    for (const entry of entries) tell(entry);
    after = remaining > 0 ? entries.at(-1)?.key : undefined;
  }
}

class EntryChange implements StoredChange {
  readonly deleted: boolean;
  readonly wasThere: boolean;
  readonly #entry: Entry;
  #kind: string | undefined;

  constructor(entry: Entry, deleted: boolean, wasThere: boolean) {
    this.#entry = entry;
    this.deleted = deleted;
    this.wasThere = wasThere;
  }

  get object(): KubeObject {
    return objectOf(this.#entry);
  }

  get kind(): string {
    this.#kind ??= kindIn(this.#entry.document) ?? `${this.object.apiVersion}/${this.object.kind}`;
    return this.#kind;
  }

  get name(): string {
    const { key } = this.#entry;
    return key.slice(key.lastIndexOf("/") + 1);
  }

  mentions(word: string): boolean {
    const { bytes } = this.#entry.document;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(word);
  }
}

/** Nearly all objects begin with both fields, in one order or the other. */
const HEAD = /^\{"(apiVersion|kind)":"([^"\\]*)","(apiVersion|kind)":"([^"\\]*)"/;
const HEAD_BYTES = 200;

function kindIn({ bytes }: Document): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES));
  const [, first, one, second, other] = HEAD.exec(head.toString("latin1")) ?? [];
  if (first === second) return undefined;
  return first === "apiVersion" ? `${one}/${other}` : `${other}/${one}`;
}
