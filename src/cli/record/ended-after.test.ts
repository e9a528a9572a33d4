import { expect, test } from "vitest";
import { collectGarbage } from "../../../test/parts/collect-garbage.ts";
import { endedAfter } from "./ended-after.ts";

/** Waits for the signal without a reference to it: only the listener is kept. */
const ended = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    endedAfter(milliseconds, stop).addEventListener("abort", () => resolve(), { once: true });
  });

test("endedAfter ends after its time, whatever the garbage collector does", async () => {
  const end = ended(300, new AbortController().signal);
  const collecting = setInterval(collectGarbage, 20);
  await end;
  clearInterval(collecting);
});

test("endedAfter ends when it is stopped", async () => {
  const stop = new AbortController();
  const end = ended(3_600_000, stop.signal);
  stop.abort();
  await end;
  expect(endedAfter(3_600_000, stop.signal).aborted).toBe(true);
  expect(endedAfter(2 ** 40, new AbortController().signal).aborted).toBe(false);
});
