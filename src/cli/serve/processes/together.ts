import {
  type Handler,
  isStream,
  type ServerRequest,
  type ServerResponse,
  wholeBody,
} from "../../../api/exchange/exchange.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import { mergedEvents, positionsIn } from "./merge-streams.ts";
import type { SharedRequest } from "./messages.ts";
import type { Peers } from "./peers.ts";

const METRICS = "/metrics";
const EXPLAIN = "/explain/";

/**
 * Returns a handler that answers `/metrics` and `/explain/…` with what all servers of this port know; each of them checks the
 * rights of the user. `handle` answers everything else.
 */
export function together(handle: Handler, peers: Peers): Handler {
  let lastWriteAt = 0;
  const here = (shared: SharedRequest, signal: AbortSignal): Promise<ServerResponse> =>
    handle(requestOf(atOwnPosition(shared, peers.number), signal));
  peers.answerWith({ answer: here, lastWriteAt: () => lastWriteAt });
  const answer = async (request: ServerRequest): Promise<ServerResponse> => {
    const { path } = request;
    const shared = path === METRICS ? forText(sharedRequest(request)) : sharedRequest(request);
    const response = await here(shared, request.signal);
    if (isStream(response.body)) return { ...response, body: mergedEvents(response.body, peers, shared) };
    if (path === METRICS) return response.status === 200 ? metricsOfAll(response, peers, shared) : response;
    if (path === `${EXPLAIN}last`) return newest(response, lastWriteAt, await collectAnswers(peers, shared));
    if (response.status !== 404) return response;
    const [found] = (await collectAnswers(peers, shared)).filter(({ status }) => status !== 404);
    return found === undefined ? response : asResponse(found);
  };
  return (request) => {
    if (request.method !== "GET") lastWriteAt = Date.now();
    else if (request.path === METRICS || request.path.startsWith(EXPLAIN)) return answer(request);
    return handle(request);
  };
}

/** Metrics of several servers are joined as text. */
function forText({ headers: { accept: _accept, ...headers }, ...shared }: SharedRequest): SharedRequest {
  return { ...shared, headers };
}

async function metricsOfAll(
  response: ServerResponse,
  peers: Peers,
  shared: SharedRequest,
): Promise<ServerResponse> {
  const others = await collectAnswers(peers, shared);
  const own = { process: peers.number, text: String((await wholeBody(response.body)) ?? "") };
  const all = [own, ...others.filter(({ status }) => status === 200)];
  return { ...response, body: await mergeMetrics(all.sort((a, b) => a.process - b.process)) };
}

/** The explanation of the last write is that of the server that has received it. */
function newest(
  response: ServerResponse,
  ownWriteAt: number,
  others: readonly CollectedAnswer[],
): ServerResponse {
  const [first] = others.filter(({ status }) => status === 200).sort((a, b) => b.lastWriteAt - a.lastWriteAt);
  if (first === undefined || (response.status === 200 && ownWriteAt >= first.lastWriteAt)) return response;
  return asResponse(first);
}

const asResponse = ({ status, text }: CollectedAnswer): ServerResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: text,
});

/** The position in a joined stream of events has a part for each server. */
function atOwnPosition({ url, headers, peer }: SharedRequest, process: number): SharedRequest {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  const joined = headers["last-event-id"]?.[0] ?? query.get("lastEventId") ?? undefined;
  if (joined === undefined) return { url, headers, peer };
  return { url, peer, headers: { ...headers, "last-event-id": [positionsIn(joined)[process - 1] ?? ""] } };
}

/** Returns a GET request as another process can answer it: with the identity of its user, and without compression. */
function sharedRequest(request: ServerRequest): SharedRequest {
  const { path, rawQuery, peer } = request;
  const names = Object.keys(request.headers).filter((name) => name !== "accept-encoding");
  return {
    url: rawQuery === "" ? path : `${path}?${rawQuery}`,
    headers: Object.fromEntries(names.map((name) => [name, valuesOf(request, name)])),
    peer,
  };
}

function valuesOf(request: ServerRequest, name: string): readonly string[] {
  const values = request.headerValues(name);
  return values.length > 0 ? values : [request.headers[name] ?? ""];
}

/** The request in the process that answers it; `signal` is aborted when the answer is not needed any more. */
const requestOf = ({ url, headers, peer }: SharedRequest, signal: AbortSignal): ServerRequest =>
  memoryRequest({ url, headers, peer, signal });

/** The whole answer of another server. */
interface CollectedAnswer {
  readonly process: number;
  readonly status: number;
  readonly text: string;
  readonly lastWriteAt: number;
}

/** Time in which another server has to answer, in milliseconds. */
const MOST_MS = 3000;
/** Limit for all answers together, in characters (64 MiB). */
const MOST_TEXT = 64 << 20;

/** Asks all other servers. Resolves with the answers that came whole within three seconds and 64 MiB, by the numbers of the servers. */
function collectAnswers(peers: Peers, request: SharedRequest): Promise<readonly CollectedAnswer[]> {
  return new Promise((resolve) => {
    const open = new Map<number, CollectedAnswer>();
    const whole: CollectedAnswer[] = [];
    let size = 0;
    const finish = (): void => {
      clearTimeout(timer);
      end();
      resolve(whole.sort((a, b) => a.process - b.process));
    };
    const timer = setTimeout(finish, MOST_MS);
    const end = peers.ask(request, {
      asked(of) {
        for (const process of of) open.set(process, { process, status: 0, text: "", lastWriteAt: 0 });
        if (open.size === 0) finish();
      },
      part(from, { status, text = "", lastWriteAt, isEnd }) {
        const one = open.get(from);
        if (one === undefined) return;
        size += text.length;
        if (size > MOST_TEXT) return finish();
        const next = {
          process: from,
          status: status ?? one.status,
          text: one.text + text,
          lastWriteAt: lastWriteAt ?? one.lastWriteAt,
        };
        open.set(from, next);
        if (isEnd === undefined) return;
        open.delete(from);
        if (next.status !== 0) whole.push(next);
        if (open.size === 0) finish();
      },
    });
  });
}
