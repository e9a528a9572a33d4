import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, realpathSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { PRIVATE_FILE } from "../../disk/private-files.ts";
import { printed } from "../terminal.ts";

/** File of a recording; compressed if its name ends with `.gz`. */
export interface RecordingFile {
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Nothing is lost: the file is there under its name. */
  end(): Promise<void>;
  /** The file that was there before stays. */
  abandon(): Promise<void>;
}

/** `-` is standard output. Others cannot read the file; one of that name is replaced when all has been written. */
export async function createRecordingFile(path: string): Promise<RecordingFile> {
  const place = await placeOf(path);
  if (place === undefined) return STANDARD_OUTPUT;
  const file = createWriteStream(place.draft, { mode: PRIVATE_FILE, flags: place.flags });
  await opened(file);
  const target = path.endsWith(".gz") ? packed(file) : file;
  const isOver = finished(file);
  // The next write, or the end, gets the error.
  isOver.catch(() => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        target.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      target.end();
      await isOver;
      if (place.draft !== place.target) await rename(place.draft, place.target);
    },
    async abandon() {
      target.destroy();
      file.destroy();
      if (place.draft !== place.target) await rm(place.draft, { force: true });
    },
  };
}

const STANDARD_OUTPUT: RecordingFile = {
  write: printed,
  end: async () => undefined,
  abandon: async () => undefined,
};

interface FilePlace {
  readonly target: string;
  readonly draft: string;
  readonly flags: "w" | "wx";
}

async function placeOf(path: string): Promise<FilePlace | undefined> {
  if (path === "-") return undefined;
  const target = existsSync(path) ? realpathSync(path) : path;
  const isPlain = !existsSync(path) || (await stat(path)).isFile();
  if (!isPlain) return { target, draft: target, flags: "w" };
  return { target, draft: `${target}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`, flags: "wx" };
}

const opened = (file: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    file.once("open", () => resolve());
    file.once("error", reject);
  });

function packed(file: Writable): Writable {
  const gzip = createGzip();
  gzip.pipe(file);
  file.once("error", (error) => gzip.destroy(error));
  return gzip;
}
