import type { ServerResponse as NodeResponse } from "node:http";
import { isStream, LongBody, type ServerResponse } from "../../api/exchange/exchange.ts";
import { pump } from "./body-pump.ts";
import type { Exchanges, Guard } from "./exchanges.ts";
import { headerValue } from "./header-value.ts";
import type { SocketRequest } from "./socket-request.ts";

interface Sending {
  readonly outgoing: NodeResponse;
  readonly exchanges: Exchanges;
  readonly guard: Guard;
}

/** Sends a response: a whole one at once, and a stream or a long body in pieces, as the client takes them. */
export function send(
  response: ServerResponse,
  request: SocketRequest,
  { outgoing, exchanges, guard }: Sending,
): void {
  const { status, body } = response;
  const { unsent } = exchanges;
  if (request.method === "HEAD" && body instanceof LongBody) {
    writeWhole(response, "", outgoing);
    return;
  }
  if (!isStream(body) && !(body instanceof LongBody)) {
    const length = writeWhole(response, body, outgoing);
    outgoing.once(
      "close",
      unsent.add(length, () => outgoing.destroy()),
    );
    return;
  }
  outgoing.writeHead(status, headList(response.headers));
  outgoing.flushHeaders();
  const long = body instanceof LongBody;
  const pumping = pump(long ? body.pieces : body, {
    out: outgoing,
    unsent,
    ...(long ? { until: unsent.deadline() } : {}),
    breakOff: () => outgoing.destroy(),
    failed: (error) => exchanges.report(error, request),
  });
  if (!long) exchanges.opened(pumping);
  const onClose = guard(() => {
    pumping.abandon();
    exchanges.closed(pumping);
    if (exchanges.draining) outgoing.socket?.end();
  });
  outgoing.once("close", onClose);
}

/** Writes a whole response; returns the length of its body, in bytes. */
export function writeWhole(
  { status, headers }: ServerResponse,
  body: Uint8Array | string | undefined,
  outgoing: NodeResponse,
): number {
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const list = withLength(headList(headers), status, length);
  outgoing.writeHead(status, list);
  // Node joins a text body to the head before it and writes both as UTF-8: header values that are bytes
  // already would be encoded twice.
  outgoing.end(typeof body === "string" && list.some(hasBytes) ? Buffer.from(body) : body);
  return length;
}

const hasBytes = (header: string): boolean => /[\x80-\xff]/.test(header);

/**
 * Returns names and values in turn: copying the headers to an object would cost more than the rest of the
 * sending.
 */
function headList(headers: ServerResponse["headers"]): string[] {
  const list: (string | readonly string[])[] = [];
  for (const name in headers) list.push(name, headerValue(headers[name] ?? ""));
  // Node also accepts lists as values, and sends a line for each item.
  return list as string[];
}

function withLength(list: string[], status: number, length: number): string[] {
  if (status === 204 || status === 304) return list;
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i];
    if (name?.length === "content-length".length && name.toLowerCase() === "content-length") return list;
  }
  list.push("content-length", String(length));
  return list;
}
