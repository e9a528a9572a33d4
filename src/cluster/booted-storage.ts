import { readFileSync } from "node:fs";
import { Document } from "../api/object/document.ts";
import { formatTime } from "../api/time.ts";
import type { Json } from "../json/value.ts";
import { BINARY_MINOR } from "../resources/features/emulated-version.ts";
import { type Features, ORDINARY_FEATURES } from "../resources/features/features.ts";
import {
  createMemoryStorage,
  type Entry,
  type HistoryOptions,
  type ListResult,
  type Storage,
} from "../storage/index.ts";
import { objectOf } from "../storage/object-of.ts";

interface Booted extends Pick<ListResult, "entries" | "revision"> {
  /** The entries with the creation time of the last server. Most clusters of a process start in the same second. */
  last?: { readonly time: string; readonly entries: readonly Entry[] };
}

/** Options of a cluster: a storage, and whether it has the first objects of a server. */
interface BootedStorage {
  readonly storage: Storage;
  readonly hasFirstObjects: boolean;
}

/** File with the stored boot. The build writes it beside the compiled file; the sources have none. */
const FILE = new URL("../cluster/boot.json", import.meta.url);

/**
 * By minor version of Kubernetes: the initial objects of a server. A later cluster of this process does not
 * have to create them again.
 */
const known = new Map<number, Booted>();

/** Remembers the objects that a server with these features has created in an empty storage. */
export async function rememberBoot(storage: Storage, features: Features = ORDINARY_FEATURES): Promise<void> {
  const { minor } = features;
  if (!known.has(minor) && (minor !== BINARY_MINOR || features === ORDINARY_FEATURES))
    known.set(minor, await storage.list(""));
}

/**
 * Returns a storage with the initial objects of a server of the version of these features, if they are known;
 * otherwise an empty one. Their creation time is `now`, in milliseconds since the epoch.
 */
export function createBootedStorage(
  now: number,
  history: HistoryOptions = {},
  features: Features = ORDINARY_FEATURES,
): BootedStorage {
  const { minor } = features;
  const booted = known.get(minor) ?? readBoot(minor);
  if (booted === undefined) return { storage: createMemoryStorage(history), hasFirstObjects: false };
  known.set(minor, booted);
  const { revision } = booted;
  return {
    storage: createMemoryStorage({ ...history, revision, entries: entriesAt(booted, formatTime(now)) }),
    // Gates add objects, and so do older versions that a server with gates has remembered.
    hasFirstObjects: features === ORDINARY_FEATURES,
  };
}

function entriesAt(booted: Booted, time: string): readonly Entry[] {
  if (booted.last?.time !== time)
    booted.last = { time, entries: booted.entries.map((entry) => madeAt(entry, time)) };
  return booted.last.entries;
}

/** Returns the initial objects that are known so far as JSON. The build stores them for later processes. */
export function bootText(): string {
  const { entries = [], revision = 1 } = known.get(BINARY_MINOR) ?? {};
  const kept = entries.map(({ key, revision, document }) => ({ key, revision, object: document.value }));
  return JSON.stringify({ revision, entries: kept });
}

/** Reads the stored boot. The build stores that of the newest version only. */
function readBoot(minor: number): Booted | undefined {
  if (minor !== BINARY_MINOR) return undefined;
  let text: string;
  try {
    text = readFileSync(FILE, "utf8");
  } catch {
    return undefined;
  }
  const { revision, entries } = JSON.parse(text) as {
    revision: number;
    entries: { key: string; revision: number; object: Json }[];
  };
  return {
    revision,
    entries: entries.map((entry) => ({ ...entry, document: new Document<Json>(entry.object) })),
  };
}

function madeAt(entry: Entry, time: string): Entry {
  const object = objectOf(entry);
  // Values that are not objects of the API have no creation time.
  if ([undefined, time].includes(object.metadata.creationTimestamp)) return entry;
  const managedFields = object.metadata.managedFields?.map((one) => ({ ...one, time }));
  const metadata = {
    ...object.metadata,
    creationTimestamp: time,
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  return { ...entry, document: new Document<Json>({ ...object, metadata }) };
}
