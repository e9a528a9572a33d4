import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../../../tools/differential/random.ts";
import { dial } from "../../attack/wire.mjs";
import type { Target } from "./target.ts";

/** Result of one connection. */
export interface Said {
  readonly heard: Buffer;
  /** The server has not ended the connection in time. */
  readonly waitedTooLong: boolean;
}

const MOST_HEARD = 1 << 20;

/**
 * Sends these bytes on a separate connection, at once or in pieces, and closes it with or sometimes without a proper
 * end. All choices depend on the bytes, so the same input is the same test again.
 */
export async function sayAndListen(
  input: Buffer,
  target: Target,
  { alpn, patienceMs }: { readonly alpn: "h2" | "http/1.1"; readonly patienceMs: number },
): Promise<Said> {
  const random = new Random(createHash("sha256").update(input).digest("hex"));
  const socket = dial(target.server, { alpn });
  const heard: Buffer[] = [];
  let size = 0;
  socket.on("data", (piece: Buffer) => {
    size += piece.length;
    if (size <= MOST_HEARD) heard.push(piece);
  });
  const closed = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(true);
    }, patienceMs);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
  await say(socket, input, random);
  return { heard: Buffer.concat(heard), waitedTooLong: await closed };
}

async function say(socket: ReturnType<typeof dial>, bytes: Buffer, random: Random): Promise<void> {
  let from = 0;
  if (random.chance(0.3)) {
    for (const piece of random.times(1, 3, () => random.int(1, 1 + bytes.length))) {
      socket.write(bytes.subarray(from, from + piece));
      from += piece;
      await sleep(random.int(0, 5));
    }
  }
  if (from < bytes.length) socket.write(bytes.subarray(from));
  if (random.chance(0.1)) {
    await sleep(random.int(0, 20));
    socket.destroy();
  } else socket.end();
}
