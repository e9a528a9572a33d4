import { expect, test } from "vitest";
import { Exposition } from "./exposition.ts";
import { createCounter, createHistogram, createSummary } from "./instruments.ts";
import { NativeBuckets } from "./native-buckets.ts";
import { protobufOf } from "./protobuf.ts";

type Field = readonly [number: number, value: number | Buffer];

/** Reads the fields of a message: numbers, and the bytes of texts and of messages. */
function fieldsOf(bytes: Buffer): Field[] {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  const fields: Field[] = [];
  while (at < bytes.length) {
    const tag = varint();
    const number = tag >> 3;
    if (tag % 8 === 0) fields.push([number, varint()]);
    else if (tag % 8 === 1) {
      fields.push([number, bytes.readDoubleLE(at)]);
      at += 8;
    } else {
      const end = varint();
      fields.push([number, bytes.subarray(at, at + end)]);
      at += end;
    }
  }
  return fields;
}

/** Messages with their length before them are read like fields without a number. */
async function familiesOf(exposition: Exposition, withNative = true): Promise<Field[][]> {
  const bytes = Buffer.from(await protobufOf([exposition], withNative));
  const families: Field[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const [short = 0, more = 0] = bytes.subarray(at);
    const [length, head] = short < 128 ? [short, 1] : [(short % 128) + 128 * more, 2];
    families.push(fieldsOf(bytes.subarray(at + head, at + head + length)));
    at += head + length;
  }
  return families;
}

const all = (fields: readonly Field[], wanted: number) =>
  fields.filter(([number]) => number === wanted).map(([, value]) => value);
const inside = (fields: readonly Field[], wanted: number): Field[] =>
  fieldsOf(Buffer.from(all(fields, wanted)[0] as Buffer));
const zigzag = (value: unknown): number =>
  Number(value) % 2 === 0 ? Number(value) / 2 : -(Number(value) + 1) / 2;

test("a counter has its name, help, type, labels and value", async () => {
  const exposition = new Exposition();
  createCounter({ exposition, name: "a_total", help: "h" })({ x: "1" }, 300);
  const [family = []] = await familiesOf(exposition);
  expect([all(family, 1), all(family, 2)].map(String)).toEqual(["a_total", "h"]);
  expect(all(family, 3)).toEqual([0]);
  const metric = inside(family, 4);
  expect(inside(metric, 1).map(([, value]) => String(value))).toEqual(["x", "1"]);
  expect(inside(metric, 3)).toEqual([[1, 300]]);
});

test("a histogram has classic and native buckets", async () => {
  const exposition = new Exposition();
  const observe = createHistogram({ exposition, name: "s", help: "h" }, [0.1, 1]);
  for (const value of [0, 0.1, 0.5, 1, 3]) observe({}, value);
  const histogram = inside(inside((await familiesOf(exposition))[0] ?? [], 4), 7);
  expect(all(histogram, 1)).toEqual([5]);
  expect(all(histogram, 3).map((one) => fieldsOf(one as Buffer).map(([, value]) => value))).toEqual([
    [2, 0.1],
    [4, 1],
  ]);
  expect([zigzag(all(histogram, 5)[0]), all(histogram, 7)[0]]).toEqual([3, 1]);
  // 0.1 is in bucket -26, 0.5 in -8, 1 in 0 and 3 in 13.
  const spans = all(histogram, 12).map((one) => fieldsOf(one as Buffer).map(([, value]) => value));
  expect(spans.map(([offset, length]) => [zigzag(offset), length])).toEqual([
    [-26, 1],
    [17, 1],
    [7, 1],
    [12, 1],
  ]);
  expect(all(histogram, 13).map(zigzag)).toEqual([1, 0, 0, 0]);
  const classic = inside(inside((await familiesOf(exposition, false))[0] ?? [], 4), 7);
  expect(classic.map(([number]) => number)).toEqual([1, 2, 3, 3]);
});

test("a summary has quantiles", async () => {
  const exposition = new Exposition();
  const options = { quantiles: [0.5, 0.9], windows: 2, windowMs: 1000 };
  createSummary({ exposition, name: "s", help: "h" }, options)({}, 2);
  const summary = inside(inside((await familiesOf(exposition))[0] ?? [], 4), 4);
  expect([all(summary, 1), all(summary, 2)]).toEqual([[1], [2]]);
  expect(all(summary, 3).map((one) => fieldsOf(one as Buffer)[0])).toEqual([
    [1, 0.5],
    [1, 0.9],
  ]);
});

test("native buckets become wider if there are too many", () => {
  const buckets = new NativeBuckets();
  for (let i = 0; i < 200; i++) buckets.observe(2 ** ((i - 0.5) / 8), 1);
  expect(buckets.schema).toBe(2);
  const { spans, deltas } = buckets.spans();
  expect(spans).toEqual([{ offset: 0, length: 101 }]);
  expect(deltas.slice(0, 3)).toEqual([1, 1, 0]);
});
