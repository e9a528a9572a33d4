import { expect, it, vi } from "vitest";
import type { Handler, ServerRequest, ServerResponse } from "../../../api/exchange/exchange.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import { relay } from "../parent/relay.ts";
import type { Addressee, ToParent, ToServer } from "./messages.ts";
import { Peers } from "./peers.ts";
import { together } from "./together.ts";

/** Servers whose messages the parent passes on; a message of the parent arrives a little later. */
function connected(...handlers: Handler[]) {
  const current = new Map<number, Addressee>();
  const peers = handlers.map((_, index) => {
    const number = index + 1;
    const one = { number, send: (message: ToServer) => setImmediate(() => peer.take(message)) };
    const peer = new Peers(number, (message: ToParent) => relay({ current }, message, one));
    current.set(number, one);
    return peer;
  });
  const ends = (number: number): void => {
    const one = current.get(number);
    current.delete(number);
    if (one !== undefined) for (const peer of peers) peer.take({ kind: "gone", from: number });
  };
  const handles = handlers.map((handle, index) => together(handle, peers[index] as Peers));
  return { handles, ends };
}

const text = (body: string, status = 200): ServerResponse => ({ status, headers: {}, body });
const get = (url: string, headers = {}): ServerRequest => memoryRequest({ url, headers });

async function bodyOf(response: Promise<ServerResponse> | undefined): Promise<string> {
  const { body } = (await response) as ServerResponse;
  if (typeof body === "string") return body;
  let all = "";
  for await (const piece of body as AsyncIterable<string>) all += piece;
  return all;
}

it("together answers /metrics with those of all servers, each asked as the same user", async () => {
  const seen: (string | undefined)[] = [];
  const server =
    (value: number): Handler =>
    async (request) => {
      seen.push(request.headers.authorization, request.headers.accept, request.peer.address);
      return text(`# HELP a A.\n# TYPE a gauge\na ${value}\n`);
    };
  const { handles } = connected(server(1), server(2), server(3));
  const headers = { authorization: "Bearer x", accept: "application/x", "accept-encoding": "gzip" };
  const request = memoryRequest({ url: "/metrics", headers, peer: { address: "10.0.0.1" } });
  expect(await bodyOf(handles[1]?.(request))).toBe(
    '# HELP a A.\n# TYPE a gauge\na{process="1"} 1\na{process="2"} 2\na{process="3"} 3\n',
  );
  expect(seen).toEqual(Array.from({ length: 3 }, () => ["Bearer x", undefined, "10.0.0.1"]).flat());
});

it("together asks no other server for a user who may not see the metrics here", async () => {
  const other = vi.fn();
  const { handles } = connected(async () => text("Forbidden", 403), other);
  expect(await handles[0]?.(get("/metrics"))).toMatchObject({ status: 403 });
  expect(other).not.toHaveBeenCalled();
});

it("together leaves out a server that does not answer in time, or has ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const never = (): Promise<ServerResponse> => new Promise(() => {});
  const { handles, ends } = connected(async () => text("a 1\n"), never, never);
  const answer = bodyOf(handles[0]?.(get("/metrics")));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  ends(3);
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  expect(await answer).not.toContain('process="2"');
});

it("together finds the explanation of a request that another server has answered", async () => {
  const knows =
    (id: string): Handler =>
    async ({ path }) =>
      path === `/explain/${id}` ? text(`{"id":"${id}"}`) : text("404 page not found", 404);
  const { handles } = connected(knows("a"), knows("b"));
  expect(await bodyOf(handles[0]?.(get("/explain/b")))).toBe('{"id":"b"}');
  expect(await handles[0]?.(get("/explain/c"))).toMatchObject({ status: 404 });
});

it("together explains the last write of all servers", async () => {
  const server =
    (name: string): Handler =>
    async () =>
      text(name);
  const { handles } = connected(server("a"), server("b"));
  const write = memoryRequest({ method: "POST", url: "/api/v1/namespaces" });
  const clock = vi.spyOn(Date, "now");
  clock.mockReturnValue(1000);
  await handles[0]?.(write);
  expect(await bodyOf(handles[1]?.(get("/explain/last")))).toBe("a");
  clock.mockReturnValue(2000);
  await handles[1]?.(write);
  expect(await bodyOf(handles[1]?.(get("/explain/last")))).toBe("b");
  expect(await bodyOf(handles[0]?.(get("/explain/last")))).toBe("b");
  clock.mockRestore();
});

it("together joins the events of all servers, and continues at the position in each", async () => {
  const asked: (string | undefined)[] = [];
  const server =
    (name: string): Handler =>
    async ({ headers }) => {
      asked.push(headers["last-event-id"]);
      return { status: 200, headers: {}, body: events(name) };
    };
  async function* events(name: string): AsyncGenerator<string> {
    yield `id: ${name}-1\nevent: request\ndata: 1\n\nid: ${name}-2\neve`;
    yield "nt: request\ndata: 2\n\n";
  }
  const { handles } = connected(server("a"), server("b"));
  const all = await bodyOf(handles[0]?.(get("/explain/stream", { "last-event-id": "a-0_b-7" })));
  expect(asked).toEqual(["a-0", "b-7"]);
  const blocks = all.trim().split("\n\n");
  expect(blocks).toHaveLength(4);
  expect(blocks.at(-1)).toContain("id: a-2_b-2\n");
});

const piecesOf = (body: ServerResponse["body"]): AsyncIterator<string> =>
  (body as AsyncIterable<string>)[Symbol.asyncIterator]();

it("together ends the streams of all servers when the client leaves", async () => {
  let open = 0;
  const server: Handler = async ({ signal }) => ({
    status: 200,
    headers: {},
    body: (async function* () {
      open++;
      try {
        yield "id: x-1\ndata: 1\n\n";
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      } finally {
        open--;
      }
    })(),
  });
  const leave = new AbortController();
  const { handles } = connected(server, server);
  const request = memoryRequest({ url: "/explain/stream", signal: leave.signal });
  const response = await handles[0]?.(request);
  const pieces = piecesOf(response?.body);
  await pieces.next();
  await vi.waitUntil(() => open === 2);
  leave.abort();
  await pieces.return?.();
  await vi.waitUntil(() => open === 0);
});
