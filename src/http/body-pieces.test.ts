import { expect, it } from "vitest";
import { BodyPieces } from "./body-pieces.ts";

it("BodyPieces keeps pieces of any size in their order", () => {
  const pieces = [1, 5000, 3, 4095, 4096, 70_000, 0, 1, 1].map((size, i) => Buffer.alloc(size, 65 + i));
  const body = new BodyPieces();
  for (const piece of pieces) body.add(piece);
  expect(body.whole().equals(Buffer.concat(pieces))).toBe(true);
  expect(body.size).toBe(Buffer.concat(pieces).length);
});

it("BodyPieces hands on a single piece as it is", () => {
  const piece = Buffer.from("x");
  const body = new BodyPieces();
  body.add(piece);
  expect(body.whole()).toBe(piece);
  expect(new BodyPieces().whole()).toHaveLength(0);
});

it("BodyPieces keeps small pieces together: they must not take more memory than their bytes", () => {
  const body = new BodyPieces();
  const shared = Buffer.alloc(64, 65);
  const before = process.memoryUsage();
  for (let i = 0; i < 1_000_000; i++) body.add(shared.subarray(i & 31, (i & 31) + 1));
  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(4 << 20);
  expect(body.whole()).toHaveLength(1_000_000);
});
