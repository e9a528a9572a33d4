import { expect, test } from "vitest";
import type { RequestContext } from "../request-context.ts";
import { noteSize, noteValue, paced } from "./turns.ts";

/** Returns isLarge for a text as bytes, and checks that it is the same for the parsed value. */
const isLarge = (text: string): boolean => {
  const [bytes, value] = [{ isLarge: false }, { isLarge: false }] as RequestContext[];
  noteSize(bytes!, Buffer.from(text));
  noteValue(value!, JSON.parse(text));
  expect(value!.isLarge).toBe(bytes!.isLarge);
  return bytes!.isLarge;
};

test("noteSize takes for large what has many bytes, or fewer with very many values", () => {
  expect(isLarge(JSON.stringify(["x".repeat(300_000)]))).toBe(true);
  expect(isLarge(JSON.stringify(["x".repeat(200_000)]))).toBe(false);
  expect(isLarge(JSON.stringify(Array(40_000).fill(1)))).toBe(true);
  expect(isLarge(JSON.stringify(Array(4000).fill(1)))).toBe(false);
});

test("paced waits when a step has had its time", async () => {
  let waited = 0;
  const pause = paced(async () => {
    waited++;
  });
  const since = performance.now();
  while (performance.now() - since < 6) Math.sqrt(since);
  await pause();
  expect(waited).toBe(1);
});
