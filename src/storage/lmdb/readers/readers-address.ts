import { createHash } from "node:crypto";
import { closeSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Where the server of a store and those who read beside it meet. */
export interface ReadersAddress {
  /** As `node:net` takes it. */
  readonly path: string;
  /** Of no use from now on. */
  forget(): void;
}

/** A socket in the folder of the store, which is its owner's alone. */
export const READERS_SOCKET = "readers.sock";

/** What the server says when the moment is kept. */
export const KEPT = "kept\n";

/** Linux takes 107 bytes, macOS 103. */
const MOST_BYTES = 103;

/** Undefined where the path of the folder is too long for a socket. */
export function readersAddress(folder: string): ReadersAddress | undefined {
  if (process.platform === "win32")
    return { path: `\\\\.\\pipe\\sallyport-${digestOf(folder)}`, forget() {} };
  const path = join(folder, READERS_SOCKET);
  if (Buffer.byteLength(path) <= MOST_BYTES) return { path, forget() {} };
  return process.platform === "linux" ? throughDescriptor(folder) : undefined;
}

const digestOf = (folder: string): string =>
  createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);

/** The same socket by a shorter name. */
function throughDescriptor(folder: string): ReadersAddress {
  const descriptor = openSync(folder, "r");
  return {
    path: `/proc/self/fd/${descriptor}/${READERS_SOCKET}`,
    forget: () => closeSync(descriptor),
  };
}
