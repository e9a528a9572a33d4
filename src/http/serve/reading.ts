import type { Socket } from "node:net";

/** Handle of a socket: the lowest layer in Node that reads it. */
interface Handle {
  /** False: the layer above the handle has stopped reading, and starts it again itself. */
  readonly reading?: boolean;
  readStart(): void;
  readStop(): void;
}

/**
 * Stops reading a socket until `turn` resolves. Data that comes meanwhile waits in the operating system; when
 * its buffers are full, the client has to wait. Node has no public function for this: `pause` only stops the
 * stream, and HTTP/2 and TLS read from the handle.
 */
export async function readLater(socket: Socket, turn: Promise<void>): Promise<void> {
  handleOf(socket)?.readStop();
  await turn;
  const handle = handleOf(socket);
  // If the layer above has stopped, its own start would fail after this one (EALREADY) and end the
  // connection.
  if (handle?.reading !== false) handle?.readStart();
}

/** Undefined: the socket has been closed. */
function handleOf(socket: Socket): Handle | undefined {
  const handle: unknown = Reflect.get(socket, "_handle");
  return !socket.destroyed && isHandle(handle) ? handle : undefined;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === "object" && value !== null && "readStop" in value && "readStart" in value;
