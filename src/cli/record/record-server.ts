import type { IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import { MAX_LINE_BYTES } from "../../recording/limits.ts";
import { linesIn } from "../../recording/lines.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { requestsInEvent } from "../../recording/stream/requests-in-event.ts";
import { inContext } from "../../report/in-context.ts";
import { connectionOf, type ServerConnection } from "../connect/connection.ts";
import { namedFile } from "../connect/kubeconfigs.ts";
import { requestServer } from "../server-client.ts";

/** Counts of the requests of a server, by outcome. */
export interface LiveCounts {
  recorded: number;
  /** Requests that ended before admission: there is no decision to repeat. */
  notAdmitted: number;
  /** The kubeconfig's user may not read their objects. */
  restricted: number;
  /** The server did not remember them any more. */
  missed: number;
}

interface LiveOptions {
  readonly kubeconfig: string;
  readonly most: number;
  readonly signal: AbortSignal;
  /** Called whenever a count changes. */
  progress(counts: LiveCounts): void;
}

/** Requests of a running Sallyport, until there are enough or `signal` is aborted. */
export async function* recordServer(
  { kubeconfig, most, signal, progress }: LiveOptions,
  counts: LiveCounts,
): AsyncGenerator<RecordedRequest> {
  for await (const { kind, data } of serverEvents(kubeconfig, signal)) {
    if (kind === "missed") counts.missed += typeof data.atMost === "number" ? data.atMost : 0;
    else if (data.restricted === true) counts.restricted += 1;
    else {
      const requests = requestsInEvent(data);
      if (requests.length === 0) counts.notAdmitted += 1;
      for (const request of requests) {
        counts.recorded += 1;
        yield request;
        if (counts.recorded >= most) return;
      }
    }
    progress(counts);
  }
}

/** An event of the stream: a request, or how many were missed. */
interface ServerEvent {
  readonly kind: "request" | "missed";
  readonly data: JsonObject;
}

const RETRY_MS = 1_000;

/**
 * The requests that a Sallyport decides, as they come, until `signal` is aborted. A stream that ends or breaks is taken up
 * where it was. Rejects with words when the server does not stream, and when it cannot be reached at first.
 */
async function* serverEvents(kubeconfig: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const connection = connectionOf(namedFile(kubeconfig));
  let last = "";
  let isOpen = false;
  while (!signal.aborted) {
    try {
      const response = await open(connection, last, signal);
      isOpen = true;
      for await (const { id, event } of eventsIn(response)) {
        last = id;
        if (event !== undefined) yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isOpen || error instanceof Refused) throw error;
    }
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

class Refused extends Error {}

async function open(
  connection: ServerConnection,
  last: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = { accept: "text/event-stream", ...(last !== "" && { "last-event-id": last }) };
  const response = await requestServer(connection, "/explain/stream?detail=full", {
    method: "GET",
    headers,
    signal,
  });
  if (response.statusCode === 200) return response;
  throw await refusal(response);
}

async function refusal(response: IncomingMessage): Promise<Refused> {
  const text = await readText(response);
  let message = text.slice(0, 500);
  try {
    message = String(record(parseJson(text)).message ?? message);
  } catch {
    // The body is not JSON: its text is used as the message.
  }
  return new Refused(`the server does not stream its requests: it answers ${response.statusCode} ${message}`);
}

/** Each event is three lines; `data` is the last (src/explain/stream/event-stream.ts). */
async function* eventsIn(
  response: IncomingMessage,
): AsyncGenerator<{ readonly id: string; readonly event: ServerEvent | undefined }> {
  let id = "";
  let name = "";
  for await (const { bytes } of linesIn(response, MAX_LINE_BYTES)) {
    const line = bytes === undefined ? "" : Buffer.from(bytes).toString();
    if (line.startsWith("id: ")) id = line.slice("id: ".length);
    if (line.startsWith("event: ")) name = line.slice("event: ".length);
    if (line.startsWith("data: ")) yield { id, event: eventOf(name, line.slice("data: ".length)) };
  }
}

function eventOf(name: string, text: string): ServerEvent | undefined {
  if (name !== "request" && name !== "missed") return undefined;
  const data = inContext("the server sent an event that is not JSON", () => parseJson(text));
  return isJsonObject(data) ? { kind: name, data } : undefined;
}
