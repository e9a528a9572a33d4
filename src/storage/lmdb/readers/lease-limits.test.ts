import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { privateFolder } from "../../../disk/private-files.ts";
import { DATA_FILE } from "../store-files.ts";
import { openTables } from "../tables.ts";
import { grantReadLeases, type ReadLeaseLimits } from "./grant-leases.ts";
import { readMoment } from "./read-moment.ts";
import { KEPT, READERS_SOCKET, TOOK_LONG } from "./readers-address.ts";
import { takeReadLease } from "./take-lease.ts";

const HOUR = 3_600_000;
const LARGE = 2 ** 40;

/** A store whose server keeps moments within limits. `rewrite` writes 20 objects of 20 KB again, `end` closes all leases. */
async function store(limits: Omit<ReadLeaseLimits, "everyMs">) {
  const path = folderForTest();
  privateFolder(path);
  const { root, objects, meta } = openTables(path);
  await meta.put("format", "1");
  const rewrite = () =>
    root.batch(() => {
      for (let n = 0; n < 20; n++)
        void objects.put(
          `/registry/configmaps/a/${n}`,
          Buffer.from(JSON.stringify({ x: "x".repeat(20_000) })),
          2 + n,
        );
    });
  await rewrite();
  const readers = await grantReadLeases(path, { root }, { ...limits, everyMs: 5 });
  onTestFinished(async () => {
    readers.close();
    await root.close();
  });
  return { path, rewrite, end: () => readers.close() };
}

const lost = (path: string) =>
  takeReadLease(path).then(
    (held) => new Promise<string | undefined>((resolve) => held.onLost(() => resolve(held.endReason()))),
  );

test("a reader that takes too long loses its moment, and the reason is named", async () => {
  const { path } = await store({ ms: 0, growth: LARGE });
  expect(await lost(path)).toBe("it took more than an hour");
});

test("a reason that arrives together with the grant is not lost", async () => {
  const path = folderForTest();
  privateFolder(path);
  const server = createServer((socket) => socket.end(KEPT + TOOK_LONG)).listen(join(path, READERS_SOCKET));
  onTestFinished(() => void server.close());
  await once(server, "listening");
  expect(await lost(path)).toBe(TOOK_LONG);
});

test("a reader that does nothing does not let the store grow without a bound", async () => {
  const { path, rewrite } = await store({ ms: HOUR, growth: 2 ** 20 });
  const idle = connect(join(path, READERS_SOCKET));
  const end = new Promise((resolve) => idle.once("close", resolve));
  idle.resume();
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  while (!isOver) await rewrite();
});

test("what is read after the server has ended the moment is refused", async () => {
  const { path, rewrite } = await store({ ms: HOUR, growth: 2 ** 20 });
  const moment = await readMoment(path);
  const ended = lost(path);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) await rewrite();
  // Each lease has a timer of its own, so that this one can end a little later.
  await expect
    .poll(() => readAll(moment))
    .toContain("has ended the reading: the store grew too much meanwhile; try again");
  moment.close();
});

test("a server whose file is deleted keeps and grants leases", async () => {
  const { path } = await store({ ms: 200, growth: LARGE });
  const held = await takeReadLease(path);
  rmSync(join(path, DATA_FILE));
  expect(await lost(path)).toBe("it took more than an hour");
  // Each lease has a timer of its own.
  await expect.poll(() => held.endReason()).toBe("it took more than an hour");
});

test("a reader whose store disappears with its server fails when it reads on", async () => {
  const { path, end } = await store({ ms: HOUR, growth: LARGE });
  const moment = await readMoment(path);
  const other = await takeReadLease(path);
  const ended = new Promise<void>((resolve) => other.onLost(resolve));
  rmSync(join(path, DATA_FILE));
  end();
  await ended;
  await expect.poll(() => readAll(moment)).toContain("ENOENT");
  moment.close();
});

/** Reads all pages, and returns the message of the error; empty if there is none. */
async function readAll({ pages }: Awaited<ReturnType<typeof readMoment>>): Promise<string> {
  try {
    for await (const _ of pages());
    return "";
  } catch (error) {
    return String(error);
  }
}
