import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { type SocketAddress, socketAddress } from "../socket-address.ts";

/** A socket in the folder of the store, which only its owner can open. */
export const READERS_SOCKET = "readers.sock";

/** The message of the server when it keeps the moment. */
export const KEPT = "kept\n";

/** Its last messages when a moment reaches a limit. The reader prints them. */
export const GREW = "the store grew too much meanwhile";
export const TOOK_LONG = "it took more than an hour";

/**
 * Returns the address at which a server listens for the processes that read its store; undefined if the path
 * of the folder is too long for a socket.
 */
export function readersAddress(folder: string): SocketAddress | undefined {
  if (process.platform === "win32")
    return { path: `\\\\.\\pipe\\sallyport-${digestOf(folder)}`, forget() {} };
  return socketAddress(folder, READERS_SOCKET);
}

const digestOf = (folder: string): string =>
  createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
