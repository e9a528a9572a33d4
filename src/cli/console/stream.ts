import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

const ID = /^[\w-]{1,64}$/;

/** The server's own stream of requests, passed on as the browser takes it. */
export async function passStream(
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams }: URL,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const query = new URLSearchParams({ sample: "true" });
  for (const name of ["reads", "own"]) if (searchParams.get(name) === "true") query.set(name, "true");
  const last = String(request.headers["last-event-id"] ?? searchParams.get("lastEventId") ?? "");
  const headers = ID.test(last) ? { "last-event-id": last } : {};
  const answer = await upstream.stream(`/explain/stream?${query}`, headers, left.signal);
  if (answer.statusCode !== 200) throw refused(502, await reasonOf(answer));
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  await pipeline(answer, response).catch(() => response.destroy());
}

async function reasonOf(answer: IncomingMessage): Promise<string> {
  const body = await text(answer);
  if (answer.statusCode === 404) return "This server does not tell of its requests: it is no Sallyport.";
  return `The server answers ${answer.statusCode}: ${messageIn(body)}`;
}

function messageIn(body: string): string {
  try {
    return String(JSON.parse(body).message);
  } catch {
    return body.slice(0, 300);
  }
}
