import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { readBody } from "./read-body.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const from = (stream: PassThrough, isComplete = true): Promise<Uint8Array> =>
  readBody(stream, undefined, 10, { isComplete: () => isComplete, wanted: () => {} });

/** Returns an empty stream whose `end` event came before a listener was added. */
async function ended(): Promise<PassThrough> {
  const stream = new PassThrough({ autoDestroy: false });
  const over = once(stream, "end");
  stream.resume().end();
  await over;
  return stream;
}

describe("readBody", () => {
  test("reads what comes", async () => {
    const stream = new PassThrough();
    const body = from(stream);
    stream.end("abc");
    expect(Buffer.from(await body).toString()).toBe("abc");
  });

  test("a stream that is kept does not keep its body", async () => {
    const stream = new PassThrough();
    const read = async () => new WeakRef(await from(stream));
    const reading = read();
    stream.end(Buffer.from("abc"));
    const body = await reading;
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(body.deref()).toBeUndefined();
    expect(stream.listenerCount("end")).toBeGreaterThan(0);
  });

  test("reads what came before", async () => {
    const stream = new PassThrough();
    stream.end("abc");
    expect(Buffer.from(await from(stream)).toString()).toBe("abc");
  });

  test("does not wait for the end of an empty body that is over", async () => {
    const stream = await ended();
    expect((await from(stream)).byteLength).toBe(0);
    await expect(from(await ended(), false)).rejects.toThrow("unexpected EOF");
  });

  test("refuses what is longer than the limit", async () => {
    const stream = new PassThrough();
    const body = from(stream);
    stream.end("01234567890");
    await expect(body).rejects.toThrow("limit is 10");
  });
});
