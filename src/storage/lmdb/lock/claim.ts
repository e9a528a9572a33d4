import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { hasCode } from "../../../disk/has-code.ts";
import { keepPrivate } from "../../../disk/private-files.ts";
import { type SocketAddress, socketAddress } from "../socket-address.ts";

/** `owner.PID.RANDOM.sock`: the socket of a process that holds a folder, or tries to. Two processes never use one name. */
export const CLAIM = /^owner\.(\d+)\.[0-9a-f]{8}\.sock$/;

/** A socket that does not listen yet. */
export const DRAFT = ".draft";

/** Answers of a claim. */
const HELD = "held\n";
export const TRYING = "trying\n";

/** A visible claim of this process. It ends with the process: the kernel refuses connections to its socket then. */
export interface Claim {
  /** Returns false if another process has removed the socket, so that the claim is void. */
  isVisible(): boolean;
  /** Answers `HELD` from now on. */
  hold(): void;
  close(): void;
}

/** A name for all claims of one call of `lockDirectory`. */
export const claimName = (): string => `owner.${process.pid}.${randomBytes(4).toString("hex")}.sock`;

/** The file system or the system has no sockets with paths (bind(2); `mknod` in the kernel's fs/namei.c for EPERM). */
export class NoSockets extends Error {}

/**
 * Makes a claim. Its socket gets its name when it listens already: a socket with the name of a claim that refuses connections belongs
 * to a process that has ended. Undefined: the holder of the folder has removed the draft. Throws `NoSockets`, or an error of the
 * system.
 */
export async function makeClaim(folder: string, name: string): Promise<Claim | undefined> {
  const address = socketAddress(folder, name + DRAFT);
  if (address === undefined) throw new NoSockets("the path of the folder is too long for a socket");
  let answer = TRYING;
  const server = createServer(
    (socket) => void socket.on("error", () => {}).end(answer, () => socket.destroy()),
  );
  const file = join(folder, name);
  const close = (): void => {
    rmSync(file, { force: true });
    server.close();
  };
  try {
    await listen(server, address);
    keepPrivate(file + DRAFT);
    renameSync(file + DRAFT, file);
  } catch (error) {
    close();
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  } finally {
    address.forget();
  }
  return {
    isVisible: () => existsSync(file),
    hold: () => {
      answer = HELD;
    },
    close,
  };
}

const NO_SOCKETS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"]);

function listen(server: Server, { path }: SocketAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    // Also later: without file descriptors left, the server cannot accept a connection.
    server.on("error", (error: NodeJS.ErrnoException) => {
      reject(NO_SOCKETS.has(error.code ?? "") ? new NoSockets(error.message) : error);
    });
    server.listen(path, resolve).unref();
  });
}
