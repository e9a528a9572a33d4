import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { applyJsonPatch } from "./apply.ts";
import { diffJson } from "./diff.ts";
import { patchOf } from "./operation.ts";

describe("diffJson", () => {
  test("diffJson names only what differs", () => {
    const before = { metadata: { labels: { a: "1", b: "2" } }, spec: { c: [{ n: "x" }, { n: "y" }] } };
    const after = {
      metadata: { labels: { a: "1", "c/d": "3" } },
      spec: { c: [{ n: "x" }, { n: "y", i: 1 }] },
    };
    expect(diffJson(before, after)).toEqual([
      { op: "remove", path: "/metadata/labels/b" },
      { op: "add", path: "/metadata/labels/c~1d", value: "3" },
      { op: "add", path: "/spec/c/1/i", value: 1 },
    ]);
  });
  test("diffJson inserts and removes list items in the middle", () => {
    expect(diffJson([1, 2, 3], [1, 9, 2, 3])).toEqual([{ op: "add", path: "/1", value: 9 }]);
    expect(diffJson([1, 2, 3, 4], [1, 4])).toEqual([
      { op: "remove", path: "/2" },
      { op: "remove", path: "/1" },
    ]);
  });
  test("diffJson finds nothing between equal documents", () => {
    expect(diffJson({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  });
  test("diffJson knows items by their names", () => {
    const [web, log, proxy] = [{ name: "web", image: "1" }, { name: "log" }, { name: "proxy" }];
    expect(diffJson([web, log], [proxy, { ...web, image: "2" }, log])).toEqual([
      { op: "add", path: "/0", value: proxy },
      { op: "replace", path: "/1/image", value: "2" },
    ]);
    expect(diffJson([proxy, web, log], [{ ...log, tty: true }])).toEqual([
      { op: "remove", path: "/1" },
      { op: "remove", path: "/0" },
      { op: "add", path: "/0/tty", value: true },
    ]);
  });
  test("diffJson makes patches that lead from one document to the other", () => {
    let seed = 7;
    const random = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % n;
    };
    const make = (depth: number): Json => {
      const kind = random(depth === 0 ? 3 : 6);
      if (kind < 3) return [random(3), `t${random(3)}`, null][kind] as Json;
      const size = random(4);
      if (kind === 3 && random(2) === 0) return named(size, depth);
      if (kind === 3) return Array.from({ length: size }, () => make(depth - 1));
      return Object.fromEntries(Array.from({ length: size }, () => [`k${random(4)}`, make(depth - 1)]));
    };
    const named = (size: number, depth: number): Json =>
      Array.from({ length: size }, (_, i) => ({
        name: `n${(i * 3 + random(5)) % 7}`,
        value: make(depth - 1),
      }));
    for (let i = 0; i < 1500; i++) {
      const [a, b] = [{ r: make(4) }, { r: make(4) }];
      expect(applyJsonPatch(a, patchOf(diffJson(a, b)))).toEqual(b);
    }
  });
});
