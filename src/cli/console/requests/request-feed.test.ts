import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Upstream } from "../upstream.ts";
import { RequestFeed } from "./request-feed.ts";

const event = (sequence: number): string =>
  `id: s-${sequence}\nevent: request\ndata: ${JSON.stringify({ verb: "create", resource: "pods", name: `p${sequence}`, user: "a", allowed: true })}\n\n`;

type Answer = { readonly status: number; readonly text: string } | Error;

/** A feed whose server gives these answers, one after the other, and then no end. */
function start(...answers: Answer[]) {
  const asked: { path: string; headers: Readonly<Record<string, string>> }[] = [];
  const upstream = {
    async stream(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
      asked.push({ path, headers });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      const endless = new Readable({ read() {}, signal });
      const body = answer === undefined ? endless : Readable.from([answer.text]);
      return Object.assign(body as IncomingMessage, { statusCode: answer?.status ?? 200 });
    },
  } as unknown as Upstream;
  const feed = new RequestFeed(upstream);
  onTestFinished(() => feed.close());
  const left = AbortSignal.timeout(20_000);
  const until = async (isIt: () => boolean): Promise<void> => {
    while (!isIt()) {
      left.throwIfAborted();
      await feed.wait(feed.version, left);
    }
  };
  return { feed, asked, until };
}

const WISH = { reads: false, own: false };

test("RequestFeed continues after the last event when the connection was lost", async () => {
  const { feed, asked, until } = start(
    { status: 200, text: event(1) + event(2) },
    new Error("the server does not answer"),
    { status: 200, text: event(3) },
  );
  feed.enter(WISH);
  await until(() => feed.state.connection === "lost");
  expect(feed.state.problem).toBe("the server does not answer");
  await until(() => feed.rows.count === 3);
  expect(feed.state).toMatchObject({ connection: "open", problem: "" });
  expect(asked.slice(0, 3).map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "s-2", "s-2"]);
});

test("RequestFeed says when the server is not Sallyport", async () => {
  const { feed, until } = start({ status: 404, text: "404 page not found" });
  feed.enter(WISH);
  await until(() => feed.state.connection === "none");
  expect(feed.state.problem).toContain("it is not Sallyport");
});

test("RequestFeed has one stream for all pages, and opens it again when one wants more", async () => {
  const { feed, asked, until } = start();
  feed.enter(WISH);
  feed.enter(WISH);
  await until(() => feed.state.connection === "open");
  expect(asked.map(({ path }) => path)).toEqual(["/explain/stream?sample=true"]);
  feed.enter({ reads: true, own: false });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.path).toBe("/explain/stream?sample=true&reads=true");
});
