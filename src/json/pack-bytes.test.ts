import { expect, test } from "vitest";
import { createPacker } from "./pack-bytes.ts";

const pack = createPacker();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("createPacker() writes texts and bytes one after the other", () => {
  expect(text(pack(["é<", Buffer.from("b"), "\u{1f600}"]))).toBe("é<b\u{1f600}");
  expect(text(pack([]))).toBe("");
});

test("createPacker() gives every document bytes of its own, however many and however long they are", () => {
  const lengths = Array.from({ length: 400 }, (_, i) => (i * 7919) % 40_000);
  const packed = lengths.map((length, i) => pack([String(i), "é".repeat(length), Buffer.from("!")]));
  for (const [i, bytes] of packed.entries())
    expect(text(bytes) === `${i}${"é".repeat(lengths[i] ?? 0)}!`).toBe(true);
});
