import type { Duplex } from "node:stream";
import type { Log } from "../../../server/log.ts";
import { serveStorage } from "../../../storage/remote/serve-storage.ts";
import { letSemiSpaceGrow } from "../../young-objects.ts";
import { writableFolder } from "../files/writable-folder.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { diskSpace } from "../start/disk-space.ts";
import { modeTeller } from "../start/log-write-mode.ts";
import { openStorage } from "../start/open-storage.ts";

/** The store of several servers, without etcd. */
export interface OwnStore {
  /** Folder of the store and of the certificates. */
  readonly dataDir: string;
  /** Serves the store to the server at the other end of the stream. */
  attach(stream: Duplex): void;
  close(): Promise<void>;
}

/** Opens the store of the flags in this process. Rejects with an Error that names the wrong flag. */
export async function openOwnStore(given: ServeFlags, log: Log): Promise<OwnStore> {
  const dataDir = await writableFolder(given);
  const flags = { ...given, dataDir };
  const tell = { log, parent: undefined, tellOfMode: modeTeller(log), tellOfSpace: diskSpace(log).tell };
  const storage = await openStorage(flags, tell, undefined);
  letSemiSpaceGrow();
  return { dataDir, attach: (stream) => serveStorage(storage, stream), close: () => storage.close() };
}
