import type { TLSSocket } from "node:tls";
import { Random } from "../../../../tools/differential/random.ts";
import { BEHAVIOURS } from "./behaviours.ts";
import { reviewOf } from "./call.ts";

/** Reads the requests of one connection, and behaves for each as its object requests. */
export function answerAll(socket: TLSSocket): void {
  let seen = Buffer.alloc(0);
  socket.on("data", (piece: Buffer) => {
    seen = Buffer.concat([seen, piece]);
    const end = seen.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = seen.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (seen.length < end + 4 + length) return;
    const body = seen.subarray(end + 4, end + 4 + length);
    seen = seen.subarray(end + 4 + length);
    answer(socket, head, body);
  });
}

function answer(socket: TLSSocket, head: string, body: Buffer): void {
  const path = head.split(" ")[1] ?? "/";
  const review = reviewOf(body);
  // The request after a redirect, which has no body.
  if (review === undefined) return void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
  const deed = BEHAVIOURS.get(review.behaviour)?.(new Random(review.seed), review.type);
  if (deed === undefined) socket.destroy();
  else deed.act({ socket, path, review });
}
