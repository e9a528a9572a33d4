import { getLastVersion } from "lmdb";
import { createPacker } from "../../json/pack-bytes.ts";
import type { RestingPlace, Slot } from "../cache/slot.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { isEncrypted } from "../encryption/transformer.ts";
import { type Change, type Entry, StorageError } from "../storage.ts";
import { damagedObject, openValue } from "./summed-value.ts";
import { exactly, type Tables } from "./tables.ts";

interface RestingTables {
  readonly place: RestingPlace;
  /** Returns the form of a key's value in the file; undefined if the file does not have the key. */
  formOf(key: string): string | undefined;
  /** Announces changes: until their outcome is reported, the previous values are returned for their keys. */
  expect(changes: readonly Change[]): void;
}

/** Reads values at rest from the file: the system caches frequent ones in memory, and drops the others. */
export function createRestingTables(
  path: string,
  { root, objects }: Tables,
  encoding: Encoding | undefined,
): RestingTables {
  const pack = createPacker();
  let before = new Map<string, Entry>();
  const stored = ({ key, revision }: Slot): Uint8Array | undefined => {
    const shared = objects.getBinaryFast(key);
    if (shared === undefined || getLastVersion() !== revision) return undefined;
    const bytes = openValue(key, revision, exactly(shared));
    if (bytes === undefined) throw damaged(key);
    return pack([bytes]);
  };
  const json = (key: string, bytes: Uint8Array): Uint8Array =>
    encoding === undefined ? plain(bytes) : encoding.decode(key, bytes).bytes;
  const read = (slot: Slot): Uint8Array => {
    const previous = before.get(slot.key);
    if (previous?.revision === slot.revision) return previous.document.bytes;
    const bytes = stored(slot);
    if (bytes !== undefined) return json(slot.key, bytes);
    // All reads in one turn of the event loop use one transaction, which may be older than a write; so the
    // read is repeated in a new one.
    root.resetReadTxn();
    const again = stored(slot);
    if (again !== undefined) return json(slot.key, again);
    throw new StorageError("Failed", `the object under ${slot.key} cannot be read from the store in ${path}`);
  };
  return {
    place: { put() {}, read, drop() {} },
    formOf(key) {
      root.resetReadTxn();
      const value = objects.getBinary(key);
      const bytes = value && openValue(key, getLastVersion(), value);
      return bytes && encoding?.decode(key, bytes).form;
    },
    expect(changes) {
      before = new Map(changes.flatMap(({ key, previous }) => (previous ? [[key, previous]] : [])));
    },
  };
}

/** The error of a request that reads a damaged object; others are answered. */
const damaged = (key: string): StorageError =>
  new StorageError(
    "Failed",
    `${damagedObject(key)}. Stop the server and restore a backup, or write all other objects to a snapshot with \`sallyport storage salvage\` and restore that`,
  );

function plain(bytes: Uint8Array): Uint8Array {
  if (!isEncrypted(bytes)) return bytes;
  throw new StorageError("Failed", "identity transformer tried to read encrypted data");
}
