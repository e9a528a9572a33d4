import { once } from "node:events";
import { expect, test } from "vitest";
import { collectGarbage } from "../../test/parts/collect-garbage.ts";
import { anySignal } from "./any-signal.ts";

test("anySignal is aborted with the first of them, and has its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = anySignal([one.signal, other.signal]);
  expect(signal.aborted).toBe(false);
  other.abort("enough");
  expect(signal.reason).toBe("enough");
  expect(anySignal([one.signal, other.signal]).reason).toBe("enough");
});

test("anySignal does not lose a timeout to the garbage collector", async () => {
  const signal = anySignal([new AbortController().signal, AbortSignal.timeout(300)]);
  const aborted = once(signal, "abort");
  const collecting = setInterval(collectGarbage, 20);
  await aborted;
  clearInterval(collecting);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});
