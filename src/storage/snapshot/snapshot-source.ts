import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Moment, Source } from "../copy/places.ts";
import type { StoredItem } from "../copy/stored-item.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import {
  DIGEST_BYTES,
  damaged,
  MAGIC,
  MAX_HEAD_BYTES,
  MAX_KEY_BYTES,
  MAX_OBJECT_BYTES,
  parseHead,
  RECORD_HEAD_BYTES,
  type SnapshotHead,
} from "./snapshot-format.ts";

/** Reads a snapshot; every moment of it begins with its checksum. Throws `Failed` for what is damaged. */
export function openSnapshotSource(file: string): Source {
  assertFile(file);
  const reader = new Reader(file);
  const { revision, objects } = readBeginning(reader, file);
  reader.close();
  return {
    name: `snapshot:${file}`,
    form: "sealed",
    keyPrefix: KEY_PREFIX,
    inUse: async () => undefined,
    space: async () => ({ size: statSync(file).size }),
    read: async (): Promise<Moment> => {
      for await (const _ of pagesOf(file));
      return { revision, count: objects, pages: () => pagesOf(file), close: () => {} };
    },
    close: async () => {},
  };
}

function assertFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new StorageError("Failed", `there is no file ${file}`);
  if (!found.isFile())
    throw new StorageError("Failed", `${file} is no file: name one that snapshot has written`);
}

function readBeginning(reader: Reader, file: string): SnapshotHead {
  if (!reader.take(Math.min(MAGIC.length, reader.left)).equals(MAGIC))
    throw new StorageError("Failed", `${file} is no snapshot of sallyport`);
  const length = reader.take(4).readUInt32BE();
  if (length > MAX_HEAD_BYTES) throw damaged(file, "its head cannot be read");
  return parseHead(reader.take(length).toString(), file);
}

const PAGE = 500;

async function* pagesOf(file: string): AsyncGenerator<readonly StoredItem[]> {
  const reader = new Reader(file);
  try {
    const { objects } = readBeginning(reader, file);
    let count = 0;
    for (let page = readPage(reader, file); page.length > 0; page = readPage(reader, file)) {
      count += page.length;
      yield page;
    }
    const digest = reader.digest();
    if (!reader.take(DIGEST_BYTES).equals(digest)) throw damaged(file, "its checksum does not agree");
    if (count !== objects || reader.left > 0) throw damaged(file, "it has more or less in it than it says");
  } finally {
    reader.close();
  }
}

/** Empty at the end of the records. */
function readPage(reader: Reader, file: string): StoredItem[] {
  const page: StoredItem[] = [];
  for (let length = 0; page.length < PAGE && length < PAGE_BYTES; ) {
    const keyLength = reader.peek();
    if (keyLength === 0) {
      // The end is taken once: with the page that is empty.
      if (page.length === 0) reader.take(4);
      break;
    }
    const item = readRecord(reader, file);
    length += item.bytes.length;
    page.push(item);
  }
  return page;
}

const PAGE_BYTES = 16 * 1024 * 1024;

function readRecord(reader: Reader, file: string): StoredItem {
  const head = reader.take(RECORD_HEAD_BYTES);
  const [keyLength, length] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const revision = Number(head.readBigUInt64BE(8));
  if (keyLength > MAX_KEY_BYTES || length > MAX_OBJECT_BYTES || !Number.isSafeInteger(revision))
    throw damaged(file, "a length in it cannot be right");
  return { key: reader.take(keyLength).toString(), revision, bytes: reader.take(length) };
}

const CHUNK = 1024 * 1024;

/** Reads from the beginning to the end, and remembers the digest of what was taken. */
class Reader {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #hash: Hash = createHash("sha256");
  #buffer = Buffer.alloc(0);
  #unread: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, "r");
    this.#unread = statSync(file).size;
  }

  /** Bytes that have not been taken. */
  get left(): number {
    return this.#buffer.length + this.#unread;
  }

  take(length: number): Buffer {
    this.#fill(length);
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#hash.update(bytes);
    return bytes;
  }

  /** The next number, which is not taken. */
  peek(): number {
    this.#fill(4);
    return this.#buffer.readUInt32BE();
  }

  /** Returns the digest of all bytes read so far. */
  digest(): Buffer {
    return this.#hash.copy().digest();
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #fill(length: number): void {
    if (length > this.left) throw damaged(this.#file, "it is cut short");
    if (this.#buffer.length >= length) return;
    const more = Buffer.allocUnsafe(Math.min(this.#unread, Math.max(CHUNK, length)));
    let read = 0;
    while (read < more.length) {
      const count = readSync(this.#descriptor, more, read, more.length - read, null);
      if (count === 0) throw damaged(this.#file, "it is cut short");
      read += count;
    }
    this.#unread -= read;
    this.#buffer = Buffer.concat([this.#buffer, more]);
  }
}
