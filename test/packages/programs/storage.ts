import {
  createMemoryStorage,
  Document,
  type Entry,
  type Seal,
  type Storage,
  StorageError,
} from "sallyport/storage";

export const keysOf = async (storage: Storage): Promise<string[]> =>
  (await storage.list("/registry/")).entries.map(({ key }: Entry) => key);

const seal: Seal = (revision) => new Document({ metadata: { resourceVersion: String(revision) } });
const written = await createMemoryStorage().create("/registry/a", seal);
if (written.kind !== "written") throw new StorageError("Failed", "conflict");
export const entry: Entry = written.entry;
export const bytes: Uint8Array = Document.fromBytes(entry.document.bytes).bytes;
