import { connect, type Socket } from "node:net";
import { StorageError } from "../../storage.ts";
import { holderOf } from "../lock/directory-lock.ts";
import type { SocketAddress } from "../socket-address.ts";
import { KEPT, readersAddress } from "./readers-address.ts";

/** While this is held, the server of a store writes no page again that is in use now. */
export interface Held {
  /** Returns false if there is no server, or if it has ended, or has ended the moment. */
  isHeld(): boolean;
  /** Resolves when everything is known that the server has sent until now. It sends its reason before it uses pages again. */
  settle(): Promise<void>;
  /** Why the server has ended the moment and still works on the store; undefined: it has not. */
  endReason(): string | undefined;
  /** Registers a function that is called when the server has ended. */
  onLost(tell: () => void): void;
  release(): void;
}

/** A busy server may need long, and one that has just started as well. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** Throws `Failed` if a server uses the store and permits no readers beside it. */
export async function takeReadLease(folder: string, patienceMs = PATIENCE_MS): Promise<Held> {
  const address = readersAddress(folder);
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const granted = address && (await connected(address, until - performance.now()));
    if (granted !== undefined) return heldBy(granted, address);
    if ((await holderOf(folder)) === undefined) return heldBy(undefined, address);
    if (address === undefined) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  address?.forget();
  throw new StorageError(
    "Failed",
    `a server (pid ${await holderOf(folder)}) works on the store in ${folder} and permits no reader beside it: stop it first`,
  );
}

/** The connection of a lease. `reason`: why the server has ended the moment already; empty: it has not. */
interface Granted {
  readonly socket: Socket;
  readonly reason: string;
}

function heldBy(granted: Granted | undefined, address: SocketAddress | undefined): Held {
  const socket = granted?.socket;
  let isHeld = socket !== undefined;
  let isReleased = false;
  let reason = granted?.reason ?? "";
  let tell = (): void => {};
  socket
    ?.on("data", (bytes) => {
      reason += bytes.toString();
    })
    .once("close", () => {
      isHeld = false;
      if (!isReleased) tell();
    });
  return {
    isHeld: () => isHeld && reason === "",
    endReason: () => reason || undefined,
    // The event loop reads its sockets between the two turns.
    async settle() {
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    },
    onLost: (callback) => {
      tell = callback;
      if (socket?.closed && !isReleased) tell();
    },
    release() {
      isReleased = true;
      socket?.destroy();
      address?.forget();
    },
  };
}

/** Returns a connection over which the server has confirmed that it keeps the moment. */
function connected({ path }: SocketAddress, patienceMs: number): Promise<Granted | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const giveUp = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, patienceMs);
    socket.on("error", giveUp).once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    socket.once("data", (bytes) => {
      clearTimeout(timer);
      const text = bytes.toString();
      // Two parts that the server has written can arrive as one.
      if (text.startsWith(KEPT)) resolve({ socket, reason: text.slice(KEPT.length) });
      else giveUp();
    });
  });
}
