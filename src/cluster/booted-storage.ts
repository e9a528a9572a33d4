import { readFileSync } from "node:fs";
import type { Json } from "../api/json.ts";
import { formatTime } from "../api/time.ts";
import { Document } from "../json/document.ts";
import {
  createMemoryStorage,
  type Entry,
  type HistoryOptions,
  type ListResult,
  type Storage,
} from "../storage/index.ts";
import { objectOf } from "../storage/object-of.ts";

type Booted = Pick<ListResult, "entries" | "revision">;

/** Made by the build, beside this file; the source has none. */
const FILE = new URL("../cluster/boot.json", import.meta.url);

/** What a server has from its first moment on: no cluster of this process need make it again. */
let booted: Booted | undefined;

/** Keeps what a server has made in an empty storage. */
export async function rememberBoot(storage: Storage): Promise<void> {
  booted ??= await storage.list("");
}

/** A storage with what every server makes first, if that is known; made at `now`, milliseconds since the epoch. */
export function createBootedStorage(now: number, history: HistoryOptions = {}): Storage {
  booted ??= readBoot();
  if (booted === undefined) return createMemoryStorage(history);
  const time = formatTime(now);
  const { entries, revision } = booted;
  return createMemoryStorage({ ...history, revision, entries: entries.map((entry) => madeAt(entry, time)) });
}

/** What the build keeps for later processes: all that is known of the boot so far. */
export function bootText(): string {
  const { entries = [], revision = 1 } = booted ?? {};
  const kept = entries.map(({ key, revision, document }) => ({ key, revision, object: document.value }));
  return JSON.stringify({ revision, entries: kept });
}

function readBoot(): Booted | undefined {
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
  // What is no object of the API has none.
  if ([undefined, time].includes(object.metadata.creationTimestamp)) return entry;
  const managedFields = object.metadata.managedFields?.map((one) => ({ ...one, time }));
  const metadata = {
    ...object.metadata,
    creationTimestamp: time,
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  return { ...entry, document: new Document<Json>({ ...object, metadata }) };
}
