import { expect, it } from "vitest";
import { restartPauses } from "./restart-pause.ts";
import { wholeLines } from "./whole-lines.ts";

it("restartPauses grow while servers fail at their start, and begin again after one that has lived", () => {
  const pauseAfter = restartPauses();
  const lived = [60_000, 0, 100, 100, 100, 100, 100, 100, 60_000, 100];
  expect(lived.map(pauseAfter)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 0, 1000]);
});

it("wholeLines passes on whole lines, also those whose characters came in parts", () => {
  const written: string[] = [];
  const lines = wholeLines((text) => void written.push(text));
  const [a, b] = [Buffer.from("one\ntwö"), Buffer.from(" three\nfour")];
  lines.take(a.subarray(0, 7));
  lines.take(Buffer.concat([a.subarray(7), b]));
  lines.end();
  expect(written).toEqual(["one\n", "twö three\n", "four\n"]);
});
