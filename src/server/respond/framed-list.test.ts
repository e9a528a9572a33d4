import { expect, test } from "vitest";
import { LongBody } from "../../api/exchange/exchange.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { encodeValue } from "./encode-value.ts";
import { bodyOf, framedList } from "./framed-list.ts";

type Form = Parameters<typeof framedList>[3];

const JSON_LINE: Form = { encoding: "json", pretty: false };
const FORMS: Record<string, Form> = {
  JSON: JSON_LINE,
  "indented JSON": { ...JSON_LINE, pretty: true },
  YAML: { ...JSON_LINE, encoding: "yaml" },
};

const ITEMS: Json[] = [
  {
    metadata: { name: "a", labels: {} },
    data: { "x: y": "two\nlines\n", z: '"items":[]', i: "items: []\n" },
  },
  {},
  {
    list: [[1, 2.5], [], { deep: [{ er: null }] }],
    long: "word ".repeat(60),
    big: 12345678901234567890n as never,
  },
  "text",
];
const META = { continue: 'x "items":[] y', resourceVersion: "7" };

test.each(Object.entries(FORMS))("framedList() writes what encodeValue() writes: %s", (_form, accepted) => {
  for (const items of [ITEMS, ITEMS.slice(0, 1), []])
    for (const make of [
      (list: Json[]): JsonObject => ({ kind: "L", apiVersion: "v1", metadata: META, items: list }),
      (list: Json[]): JsonObject => ({ apiVersion: "v1", items: list, kind: "L", metadata: META }),
    ]) {
      const parts = framedList(make([]), "items", items, accepted);
      expect(Buffer.from(bodyOf(parts) as Uint8Array).toString()).toBe(encodeValue(make(items), accepted));
    }
});

test("framedList() takes bytes for items", () => {
  const parts = framedList({ rows: [] }, "rows", [Buffer.from('{"a":1}'), { b: 2 }], JSON_LINE);
  expect(String(bodyOf(parts))).toBe('{"rows":[{"a":1},{"b":2}]}\n');
});

test("bodyOf() makes a long body as it is read", () => {
  let made = 0;
  function* parts(): Generator<string> {
    for (; made < 1000; made++) yield "x".repeat(10_000);
  }
  const body = bodyOf(parts());
  expect(body).toBeInstanceOf(LongBody);
  expect(made).toBeLessThan(40);
  let length = 0;
  for (const piece of (body as LongBody).pieces as Iterable<Uint8Array>) length += piece.byteLength;
  expect([made, length]).toEqual([1000, 10_000_000]);
});
