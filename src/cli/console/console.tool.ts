import { request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { explainPages } from "../../explain/recent/explain-pages.ts";
import { createRecentRequests } from "../../explain/recent/recent-requests.ts";
import type { JsonObject } from "../../json/value.ts";
import { createConsoleServer } from "./console-server.ts";
import { memoryUpstream } from "./memory-upstream.ts";
import { eventsIn } from "./requests/events-in.ts";

export const TOKEN = "the-token-of-this-test";
const PAGE = Buffer.from('<meta name="style-nonce" content="NONCE">');
const ASSETS = new Map([
  ["/index.html", { type: "text/html", bytes: PAGE, gzip: PAGE }],
  ["/app.js", { type: "text/javascript", bytes: Buffer.from("1"), gzip: Buffer.from("1") }],
]);

interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A console in front of a server in memory, for the time of a test. */
export async function startConsole() {
  const recent = createRecentRequests(32);
  const api: InMemoryCluster = await startInMemoryCluster({
    recorders: [recent.recorder],
    pages: { "/explain/": explainPages(recent, () => api.cluster) },
  });
  let port = 0;
  const server = createConsoleServer({
    upstream: memoryUpstream(api.cluster, "https://server.example:6443"),
    assets: ASSETS,
    token: TOKEN,
    port: () => port,
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
  onTestFinished(() => closed(server, api));
  const authorization = `Bearer ${TOKEN}`;
  const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
  const ask = (path: string, { method = "GET", headers = {}, body }: Wish = {}): Promise<Asked> =>
    new Promise((done, failed) => {
      const sent = httpRequest({ port, host: "127.0.0.1", path, method, headers, agent: false }, (answer) => {
        text(answer).then(
          (read) => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
          failed,
        );
      });
      sent.on("error", failed);
      sent.end(body);
    });
  const post = (path: string, value: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { ...own, authorization, "content-type": "application/json", ...headers },
      body: JSON.stringify(value),
    });
  /** The events of the page's stream; `wanted`: its query. */
  const stream = async (wanted: Record<string, string> = {}) => {
    const query = new URLSearchParams({ token: TOKEN, ...wanted });
    const answer = await new Promise<IncomingMessage>((done, failed) => {
      const place = { port, host: "127.0.0.1", path: `/api/stream?${query}`, agent: false };
      httpRequest(place, done).on("error", failed).end();
    });
    onTestFinished(() => void answer.destroy());
    const events = eventsIn(answer);
    return {
      headers: answer.headers,
      leave: () => void answer.destroy(),
      /** Reads until an event has a value that is accepted. */
      async until(event: string, isIt: (data: JsonObject & JsonObject[]) => boolean) {
        for (;;) {
          const { value, done } = await events.next();
          if (done === true) throw new Error("the stream has ended");
          if (value.event === event && isIt(JSON.parse(value.data)))
            return { id: value.id, data: JSON.parse(value.data) };
        }
      },
    };
  };
  return { api, ask, post, stream, authorization, port };
}

interface Wish {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function closed(server: Server, api: InMemoryCluster): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await api.stop();
}
