import type { Socket } from "node:net";

/** What reads a socket below everything else that Node builds on it. */
interface Handle {
  /** False: what reads it has stopped, and starts again by itself. */
  readonly reading?: boolean;
  readStart(): void;
  readStop(): void;
}

/**
 * Stops reading a socket until `turn` resolves: what comes meanwhile waits in the system, and then the client does. Node has no
 * public way to do so: `pause` only stops what hands on the bytes, and HTTP/2 and TLS take them from the handle.
 */
export async function readLater(socket: Socket, turn: Promise<void>): Promise<void> {
  handleOf(socket)?.readStop();
  await turn;
  const handle = handleOf(socket);
  // Otherwise the start of what reads it would fail (EALREADY), and end the connection.
  if (handle?.reading !== false) handle?.readStart();
}

/** Absent when the socket has been closed. */
function handleOf(socket: Socket): Handle | undefined {
  const handle: unknown = Reflect.get(socket, "_handle");
  return !socket.destroyed && isHandle(handle) ? handle : undefined;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === "object" && value !== null && "readStop" in value && "readStart" in value;
