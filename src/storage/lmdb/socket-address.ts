import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** Address of a socket in a folder. */
export interface SocketAddress {
  /** Path in the form that `node:net` accepts. */
  readonly path: string;
  /** Frees the address; `path` is invalid from then on. */
  forget(): void;
}

/** `sun_path` in sys/un.h takes 107 bytes on Linux, 103 on macOS. */
const MOST_BYTES = 103;

/** The address of a socket; undefined where the path is too long and the system has no shorter name for the folder. */
export function socketAddress(folder: string, name: string): SocketAddress | undefined {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= MOST_BYTES) return { path, forget() {} };
  return process.platform === "linux" ? throughDescriptor(folder, name) : undefined;
}

/** The same socket by a shorter name. */
function throughDescriptor(folder: string, name: string): SocketAddress {
  const descriptor = openSync(folder, "r");
  return { path: `/proc/self/fd/${descriptor}/${name}`, forget: () => closeSync(descriptor) };
}
