import { expect, test } from "vitest";
import { Document } from "../../../api/object/document.ts";
import type { Json } from "../../../json/value.ts";
import { negotiateAnswer } from "../../respond/negotiate.ts";
import { batchEncoder, type EncodeBatch, messageEncoder, sharedBatchEncoder } from "./encode-batch.ts";
import { EncodedEvents } from "./encoded-events.ts";
import type { WatchEvent } from "./events.ts";
import { Queue } from "./queue.ts";

const KB = 1024;
const event = (length: number): WatchEvent => ({
  type: "ADDED",
  document: new Document<Json>("x".repeat(length)),
});

/** Returns a body with events of these lengths, and the number of events encoded so far. */
function bodyOf(lengths: readonly number[], encoderOf: (encode: typeof bytesOf) => EncodeBatch) {
  const queue = new Queue<WatchEvent>();
  const events = lengths.map(event);
  queue.fill(events);
  let encoded = 0;
  const encode = encoderOf((one) => {
    encoded++;
    return bytesOf(one);
  });
  const body = new EncodedEvents(queue, encode)[Symbol.asyncIterator]();
  return { body, queue, encoded: () => encoded, encode, events };
}

const bytesOf = ({ document, type }: WatchEvent): Uint8Array | undefined =>
  type === "ERROR" ? undefined : Buffer.from(String(document.value));

test.each([
  ["joined", batchEncoder, 300 * KB],
  ["as messages", (encode: typeof bytesOf) => messageEncoder(encode, negotiateAnswer("")), 100 * KB],
])("large events are encoded when the reader comes to them, %s", async (_, encoderOf, first) => {
  const { body, queue, encoded } = bodyOf(new Array(100).fill(100 * KB), encoderOf);
  expect((await body.next()).value?.byteLength).toBe(first);
  expect(encoded()).toBe(3);
  queue.end();
  let rest = 0;
  for (let next = await body.next(); next.done !== true; next = await body.next())
    rest += next.value.byteLength;
  expect([rest, encoded()]).toEqual([100 * 100 * KB - first, 100]);
});

test("small events go in one piece", async () => {
  const { body, encoded } = bodyOf(new Array(50).fill(10), batchEncoder);
  expect((await body.next()).value?.byteLength).toBe(500);
  expect(encoded()).toBe(50);
});

test("what is before an event that cannot be said is sent, and nothing behind it", async () => {
  const { body, queue } = bodyOf([], batchEncoder);
  queue.fill([event(3), { ...event(4), type: "ERROR" }, event(5)]);
  expect((await body.next()).value?.byteLength).toBe(3);
  expect((await body.next()).done).toBe(true);
});

test("readers of the same events share their bytes, wherever each of them is", () => {
  const { encode, encoded, events } = bodyOf(new Array(10).fill(100 * KB), (one) =>
    sharedBatchEncoder(one, batchEncoder),
  );
  const first = encode([...events]);
  expect(encode([...events])).toBe(first);
  const second = encode(events.slice(first.taken));
  expect(encode(events.slice(first.taken))).toBe(second);
  expect([first.taken, second.taken, encoded()]).toEqual([3, 3, 6]);
});

test("the start of a watch goes on when it is its turn, and what happens later at once", async () => {
  const queue = new Queue<WatchEvent>();
  queue.fill(new Array(8).fill(event(100 * KB)));
  const handed: number[] = [];
  const body = new EncodedEvents(queue, batchEncoder(bytesOf), (bytes) => {
    handed.push(bytes);
    return bytes > 500 * KB ? Promise.resolve() : undefined;
  })[Symbol.asyncIterator]();
  for (let i = 0; i < 3; i++) await body.next();
  queue.push(event(5));
  expect((await body.next()).value?.byteLength).toBe(5);
  expect(handed).toEqual([0, 300 * KB, 600 * KB]);
});
