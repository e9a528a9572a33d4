import { setImmediate } from "node:timers/promises";
import type { KubeObject } from "../api/meta.ts";
import type { Document } from "../json/document.ts";
import { KEY_PREFIX } from "../storage/key-prefix.ts";
import { objectOf } from "../storage/object-of.ts";
import type { Entry, ListOptions, Storage } from "../storage/storage.ts";

/** One object that was stored, changed or deleted, or that was there before. */
export interface StoredChange {
  /** Made of its text when it is asked for. */
  readonly object: KubeObject;
  /** `v1/ConfigMap`, in the version of the store; costs less than the object. */
  readonly kind: string;
  /** The last part of its key. */
  readonly name: string;
  readonly deleted: boolean;
  /** No change: it lay there when somebody began to look. */
  readonly wasThere: boolean;
  /** Whether its text has this word anywhere; costs less than the object. */
  mentions(word: string): boolean;
}

/** Somebody who is told what is stored. */
export interface Observation {
  /** Nothing more is told. */
  stop(): void;
  /** Resolves when everything that was there has been told, or nothing more will be. Never rejects. */
  readonly complete: Promise<void>;
  /** The keys of objects that cannot be read, as far as they have been found. The listener is not told of them. */
  readonly unreadable: readonly string[];
}

/** So many at a time; requests are answered in between. */
const PAGE = 500;

/**
 * Everything that is stored, in the version of the store, and every change. The first page has been told when this
 * resolves; changes may be told before the rest, and what has changed meanwhile twice: what is told last is how it is.
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
      ? // It ends early where the storage is closed meanwhile.
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
    // As they are now: the watch, which began before, makes good for what comes in between.
    const { entries, remaining } = storage.listCached(KEY_PREFIX, { ...from, after });
    for (const entry of entries) tell(entry);
    after = remaining > 0 ? entries.at(-1)?.key : undefined;
  }
}

class EntryChange implements StoredChange {
  readonly deleted: boolean;
  readonly wasThere: boolean;
  readonly #entry: Entry;

  constructor(entry: Entry, deleted: boolean, wasThere: boolean) {
    this.#entry = entry;
    this.deleted = deleted;
    this.wasThere = wasThere;
  }

  get object(): KubeObject {
    return objectOf(this.#entry);
  }

  get kind(): string {
    return kindIn(this.#entry.document) ?? `${this.object.apiVersion}/${this.object.kind}`;
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

/** Nearly all objects begin with both, in one order or the other. */
const HEAD = /^\{"(apiVersion|kind)":"([^"\\]*)","(apiVersion|kind)":"([^"\\]*)"/;
const HEAD_BYTES = 200;

function kindIn({ bytes }: Document): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES));
  const [, first, one, second, other] = HEAD.exec(head.toString("latin1")) ?? [];
  if (first === second) return undefined;
  return first === "apiVersion" ? `${one}/${other}` : `${other}/${one}`;
}
