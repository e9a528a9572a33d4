import { expect, test } from "vitest";
import { FrameReader, frameOf } from "./frames.ts";

const messages = ["", "a", "b".repeat(300), "c".repeat(70_000)].map((text) => Buffer.from(text));
const whole = Buffer.concat(messages.map(frameOf));

test.each([1, 3, 7, 1000, whole.length])(
  "FrameReader puts messages together from pieces of %i bytes",
  (size) => {
    const reader = new FrameReader(100_000);
    const found: string[] = [];
    for (let at = 0; at < whole.length; at += size)
      for (const message of reader.push(whole.subarray(at, at + size))) found.push(message.toString());
    expect(found).toEqual(messages.map(String));
  },
);

test("FrameReader refuses what is too long before it has come", () => {
  expect(() => new FrameReader(10).push(frameOf(Buffer.alloc(11)).subarray(0, 5))).toThrow("11 bytes");
});

test("FrameReader refuses what is compressed", () => {
  expect(() => new FrameReader(10).push(Buffer.from([1, 0, 0, 0, 0]))).toThrow("compressed");
});
