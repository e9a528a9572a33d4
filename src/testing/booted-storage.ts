import type { Json } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { Document } from "../json/document.ts";
import { createMemoryStorage, type Entry, type ListResult, type Storage } from "../storage/index.ts";

/** What the first cluster of this process had from its first moment on: the others need not make it again. */
let booted: ListResult | undefined;

/** Keeps what a server has made in an empty storage. */
export async function rememberBoot(storage: Storage): Promise<void> {
  booted ??= await storage.list("");
}

/** A storage with what every server makes first, if that is known; made at `now`, milliseconds since the epoch. */
export function createBootedStorage(now: number): Storage {
  if (booted === undefined) return createMemoryStorage();
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const { entries, revision } = booted;
  return createMemoryStorage({ revision, entries: entries.map((entry) => madeAt(entry, time)) });
}

function madeAt(entry: Entry, time: string): Entry {
  const object = entry.document.value as KubeObject;
  if (object.metadata.creationTimestamp === time) return entry;
  const managedFields = object.metadata.managedFields?.map((one) => ({ ...one, time }));
  const metadata = {
    ...object.metadata,
    creationTimestamp: time,
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  return { ...entry, document: new Document<Json>({ ...object, metadata }) };
}
