import type { Encoding } from "../encryption/encoding.ts";
import type { EtcdClient, EtcdWatch } from "./client.ts";
import type { Keys } from "./keys.ts";
import { DELETE_EVENT, type KeyValue, toNumber, type WatchResponse } from "./messages.ts";

/** A key as it was when everything was read. */
export interface Loaded {
  readonly key: string;
  readonly revision: number;
  /** Stored bytes. */
  readonly bytes: Uint8Array;
}

/** An event of etcd about a key; `bytes` is undefined if the key was deleted. */
export interface Happened {
  readonly key: string;
  readonly revision: number;
  readonly bytes: Uint8Array | undefined;
}

interface FeedListener {
  happened(change: Happened): void;
  /** Everything up to this revision has come. */
  progress(revision: number): void;
  /** The past was compacted away while the connection was down: this is all that there is now. */
  replaced(entries: readonly Loaded[], revision: number): void;
}

/** The changes, for as long as it is not closed. */
export interface Feed {
  /** True if the feed reports its progress on request. */
  readonly tellsProgress: boolean;
  requestProgress(): void;
  /** Moves to another member if this one has been silent for long. */
  move(): void;
  close(): void;
}

/** Fetches the data needed to decode a value; undefined: none is needed. */
export type Prepare = Encoding["prepare"];

const PAGE = 500;
const RETRY_MS = 200;
const QUIET_MS = 3000;

/** Everything below the prefix, of one revision, page by page, as `read` makes it. */
export async function loadAll<T>(
  client: EtcdClient,
  keys: Keys,
  read: (loaded: Loaded) => T,
  prepare?: Prepare,
): Promise<{ entries: T[]; revision: number }> {
  const entries: T[] = [];
  let from = keys.from;
  let revision = 0;
  for (;;) {
    const page = await client.range({ key: from, rangeEnd: keys.to, limit: PAGE, revision });
    if (revision === 0) revision = toNumber(page.header.revision);
    const waiting = prepare && preparing(page.kvs, keys, prepare);
    if (waiting !== undefined) await waiting;
    for (const kv of page.kvs) {
      const loaded = { key: keys.decode(kv.key), revision: toNumber(kv.modRevision), bytes: kv.value };
      entries.push(read(loaded));
    }
    const last = page.kvs.at(-1);
    if (!page.more || last === undefined) return { entries, revision };
    from = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

function preparing(kvs: readonly KeyValue[], keys: Keys, prepare: Prepare): Promise<unknown> | undefined {
  const waits = kvs.flatMap(({ key, value }) => prepare(keys.decode(key), value) ?? []);
  return waits.length === 0 ? undefined : Promise.all(waits);
}

/** Every change above a revision, in order, through all breaks of the connection: another stream is tried for ever. */
export function feed(
  client: EtcdClient,
  keys: Keys,
  after: number,
  listener: FeedListener,
  prepare?: Prepare,
): Feed {
  let last = after;
  let closed = false;
  let stream: EtcdWatch | undefined;
  let heardAt = 0;
  const again = (): void => {
    stream = undefined;
    setTimeout(() => !closed && open(), RETRY_MS).unref();
  };
  const reload = (): void => {
    loadAll(client, keys, (loaded) => loaded, prepare).then(({ entries, revision }) => {
      if (closed) return;
      last = revision;
      listener.replaced(entries, revision);
      open();
    }, again);
  };
  const cancelled = (compacted: boolean): void => {
    stream?.close();
    stream = undefined;
    if (compacted) reload();
    else again();
  };
  // Promise for the messages after a value that is still being prepared; undefined if none is.
  let line: Promise<void> | undefined;
  const message = (response: WatchResponse, from: EtcdWatch | undefined): void => {
    heardAt = performance.now();
    const changed = response.events.filter(({ type }) => type !== DELETE_EVENT).map(({ kv }) => kv);
    const waiting = prepare && preparing(changed, keys, prepare);
    if (line === undefined && waiting === undefined) {
      take(response);
      return;
    }
    const next = (line ?? Promise.resolve())
      .then(() => waiting)
      .then(() => {
        if (line === next) line = undefined;
        // Another stream brings it again.
        if (!closed && from === stream) take(response);
      });
    line = next;
  };
  const take = (response: WatchResponse): void => {
    for (const { type, kv } of response.events) {
      last = toNumber(kv.modRevision);
      const bytes = type === DELETE_EVENT ? undefined : kv.value;
      listener.happened({ key: keys.decode(kv.key), revision: last, bytes });
    }
    if (response.canceled) cancelled(toNumber(response.compactRevision) > 0);
    else if (isProgress(response) && stream?.tellsProgress === true) {
      last = Math.max(last, toNumber(response.header.revision));
      listener.progress(last);
    }
  };
  const open = (): void => {
    heardAt = performance.now();
    const request = { key: keys.from, rangeEnd: keys.to, startRevision: last + 1, progressNotify: true };
    const opened = client.watch(request, { message: (response) => message(response, opened), ended: again });
    stream = opened;
  };
  open();
  return {
    get tellsProgress() {
      return stream?.tellsProgress === true;
    },
    requestProgress: () => stream?.requestProgress(),
    move() {
      if (stream === undefined || performance.now() - heardAt < QUIET_MS) return;
      stream.leave();
      stream.close();
      open();
    },
    close() {
      closed = true;
      stream?.close();
    },
  };
}

const isProgress = ({ created, events }: WatchResponse): boolean => !created && events.length === 0;
