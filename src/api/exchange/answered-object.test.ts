import { expect, test } from "vitest";
import { answeredObject } from "./answered-object.ts";
import { LongBody } from "./exchange.ts";

const otherwise = (message: string) => ({ message });

test("answeredObject reads texts, bytes and bodies in pieces", async () => {
  const bytes = Buffer.from('{"a":1}');
  const pieces = new LongBody([bytes.subarray(0, 3), bytes.subarray(3)]);
  for (const body of ['{"a":1}', bytes, pieces]) expect(await answeredObject({ body })).toEqual({ a: 1 });
});

test.each(["ok", "[1]", "null", ""])("answeredObject of %j is what stands for it", async (body) => {
  expect(await answeredObject({ body })).toEqual({});
  expect(await answeredObject({ body }, otherwise)).toEqual({ message: body });
});

test("answeredObject of no body, and of a stream, is empty", async () => {
  async function* endless() {
    for (;;) yield "{}";
  }
  expect(await answeredObject({}, otherwise)).toEqual({});
  expect(await answeredObject({ body: endless() }, otherwise)).toEqual({});
});
