import { expect, test } from "vitest";
import { untilDone } from "./until-done.ts";

/** A stream whose next piece never arrives. */
function silent() {
  const told = { returned: 0 };
  const iterator: AsyncIterator<string> = {
    next: () => new Promise(() => {}),
    return: async () => {
      told.returned++;
      return { done: true, value: undefined };
    },
  };
  return { told, body: { [Symbol.asyncIterator]: () => iterator } };
}

test("untilDone ends a stream that waits for its next piece, when its reader stops", async () => {
  const { told, body } = silent();
  let done = 0;
  const pieces = untilDone(body, () => done++)[Symbol.asyncIterator]();
  void pieces.next();
  await pieces.return?.();
  expect([done, told.returned]).toEqual([1, 1]);
});

test("untilDone tells once that the last piece was read, or that there is none because of an error", async () => {
  async function* two(): AsyncGenerator<string> {
    yield "a";
    yield "b";
  }
  async function* broken(): AsyncGenerator<string> {
    yield "a";
    throw new Error("broken");
  }
  let done = 0;
  const all: (Uint8Array | string)[] = [];
  for await (const piece of untilDone(two(), () => done++)) all.push(piece);
  expect([all, done]).toEqual([["a", "b"], 1]);
  const read = async (): Promise<void> => {
    for await (const _ of untilDone(broken(), () => done++));
  };
  await expect(read()).rejects.toThrow("broken");
  expect(done).toBe(2);
});
