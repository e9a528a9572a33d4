import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { createServer as createTcp } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createAuthority, issueClient, issueServing } from "../../../http/certificates/issue.ts";
import { Connection } from "./connection.ts";
import { type FakeCall, type FakeMember, fakeMember } from "./fake-member.tool.ts";
import { frameOf } from "./frames.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function talk(
  answer: (call: FakeCall) => void,
): Promise<{ connection: Connection; member: FakeMember }> {
  const member = await fakeMember(answer);
  const connection = new Connection(member.url);
  ends.push(
    () => member.close(),
    () => connection.close(),
  );
  return { connection, member };
}

const echo = (call: FakeCall): void => {
  call.reply(call.message);
  call.status(0);
};
const ask = (connection: Connection, text = "hello", limitMs = 10_000): Promise<string> =>
  connection.unary("/s/Echo", frameOf(Buffer.from(text)), limitMs).then(String);

test("Connection.unary sends one message and gets one", async () => {
  const { connection, member } = await talk(echo);
  const texts = Array.from({ length: 100 }, (_, n) => String(n).repeat(n * 50));
  expect(await Promise.all(texts.map((text) => ask(connection, text)))).toEqual(texts);
  expect(member.sessions).toHaveLength(1);
});

test("Connection tells members without a leader to say so", async () => {
  const { connection } = await talk((call) => {
    call.reply(Buffer.from(String(call.headers.hasleader)));
    call.status(0);
  });
  expect(await ask(connection)).toBe("true");
});

test("Connection.unary rejects with the status and its text", async () => {
  const { connection } = await talk((call) => call.status(14, "etcdserver%3A no leader"));
  await expect(ask(connection)).rejects.toMatchObject({
    code: 14,
    message: "etcdserver: no leader",
    unsent: false,
  });
});

test("Connection.unary rejects an answer without a message, and one that is no gRPC", async () => {
  const { connection } = await talk((call) => {
    if (String(call.message) === "empty") call.status(0);
    else {
      call.stream.respond({ ":status": 404 });
      call.stream.end();
    }
  });
  await expect(ask(connection, "empty")).rejects.toThrow("empty");
  await expect(ask(connection, "404")).rejects.toThrow("HTTP 404");
});

test("Connection.unary gives up when nothing comes", async () => {
  const { connection } = await talk(() => {});
  await expect(ask(connection, "x", 500)).rejects.toMatchObject({ code: 4 });
});

test("Connection says when somebody waits for long", async () => {
  const waiting: FakeCall[] = [];
  const { connection } = await talk((call) => waiting.push(call));
  const asked = ask(connection, "x", 60_000);
  await expect.poll(() => connection.slow).toBe(true);
  echo(waiting[0] as FakeCall);
  await asked;
  await expect.poll(() => connection.slow).toBe(false);
});

test("Connection knows that nothing was sent where nobody listens, or somebody does not speak", async () => {
  const silent = createTcp(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const unsent = { code: 14, unsent: true };
  const connection = new Connection(`http://127.0.0.1:${port}`);
  await expect(ask(connection)).rejects.toMatchObject({
    ...unsent,
    message: expect.stringContaining("greeting"),
  });
  silent.close();
  const gone = new Connection("http://127.0.0.1:1");
  await expect(ask(gone)).rejects.toMatchObject({
    ...unsent,
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test("Connection is made again after it was lost, and what was under way may have happened", async () => {
  const { connection, member } = await talk((call) => {
    if (String(call.message) === "die") for (const session of member.sessions) session.destroy();
    else echo(call);
  });
  expect(await ask(connection)).toBe("hello");
  await expect(ask(connection, "die")).rejects.toMatchObject({ code: 14, unsent: false });
  expect(await ask(connection, "again")).toBe("again");
});

test("Connection takes a goodbye: what is under way goes on, what is new goes over another", async () => {
  const waiting: FakeCall[] = [];
  const { connection, member } = await talk((call) => {
    if (String(call.message) === "wait") waiting.push(call);
    else echo(call);
  });
  const slow = ask(connection, "wait");
  await expect.poll(() => waiting.length).toBe(1);
  member.sessions[0]?.goaway(0);
  await expect
    .poll(async () => {
      await ask(connection);
      return member.sessions.length;
    })
    .toBe(2);
  echo(waiting[0] as FakeCall);
  expect(await slow).toBe("wait");
});

test("Connection ends when the other side answers nothing any more, streams too", async () => {
  const { connection, member } = await talk((call) => {
    if (call.path === "/s/Stream") call.reply(call.message);
  });
  const heard: string[] = [];
  const ended = new Promise((resolve) => {
    connection.stream("/s/Stream", frameOf(Buffer.from("first")), {
      message: (bytes) => heard.push(String(bytes)),
      ended: resolve,
    });
  });
  await expect.poll(() => heard).toEqual(["first"]);
  member.hang();
  await expect(ask(connection, "x", 60_000)).rejects.toMatchObject({ code: 14 });
  expect(await ended).toMatchObject({ code: 14 });
});

test("Connection.stream carries messages both ways until it is closed", async () => {
  const { connection } = await talk((call) => call.reply(call.message));
  const heard: string[] = [];
  let ends = 0;
  const stream = connection.stream("/s/Stream", frameOf(Buffer.from("0")), {
    message: (bytes) => heard.push(String(bytes)),
    ended: () => {
      ends++;
    },
  });
  await expect.poll(() => heard).toEqual(["0"]);
  stream.write(frameOf(Buffer.from("1")));
  await expect.poll(() => heard).toEqual(["0", "1"]);
  stream.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ends).toBe(0);
});

test("Connection rejects with the reason where a certificate of ours is wanted, and takes one", async () => {
  const now = Date.now();
  const authority = await createAuthority({ commonName: "ca", now });
  const serving = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const server = createSecureServer({ ...serving, ca: authority.cert, requestCert: true });
  server.on("stream", (stream) => {
    stream.respond({ ":status": 200, "grpc-status": "5", "grpc-message": "nothing" }, { endStream: true });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  ends.push(() => server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ca = Buffer.from(authority.cert);
  const stranger = new Connection(url, { ca });
  ends.push(() => stranger.close());
  await expect(ask(stranger)).rejects.toMatchObject({
    code: 14,
    unsent: true,
    message: expect.stringContaining("certificate required"),
  });
  const pair = await issueClient(authority, { commonName: "us", organizations: [], now });
  const known = new Connection(url, { ca, cert: Buffer.from(pair.cert), key: Buffer.from(pair.key) });
  ends.push(() => known.close());
  await expect(ask(known)).rejects.toMatchObject({ code: 5, message: "nothing" });
});
