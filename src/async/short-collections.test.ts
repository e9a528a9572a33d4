import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Line } from "./line.ts";
import { PassingMap } from "./passing-map.ts";

const AT_ONCE = 32;
const ITEM_BYTES = 1000;

setFlagsFromString("--expose-gc");
const collectYoung: (options: { type: "minor" }) => void = runInNewContext("gc");

/** After three short collections V8 has moved everything that it could not free to the old objects. */
async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectYoung({ type: "minor" });
  }
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0;

/** Bytes that stay of each item that entered and left, until a full collection. */
async function bytesKept(enter: (item: object, n: number) => () => void): Promise<number> {
  const leaves: (() => void)[] = [];
  let before = 0;
  for (let n = 0; n < 4000; n++) {
    if (n === 1000) before = oldBytes();
    leaves.push(enter(new Array(ITEM_BYTES / 8).fill(n), n));
    if (leaves.length > AT_ONCE) leaves.shift()?.();
    if (n % 400 === 0) await collect();
  }
  return (oldBytes() - before) / 3000;
}

test("short collections free what has left a Line or a PassingMap, and nothing of a Set", async () => {
  const line = new Line<object>();
  const ofLine = await bytesKept((item) => {
    const place = line.add(item);
    return () => void line.remove(place);
  });
  const map = new PassingMap<number, object>();
  const ofMap = await bytesKept((item, n) => {
    map.set(n, item);
    return () => map.delete(n);
  });
  // The last one: V8 learns from it that such items stay, and makes later ones among the old objects.
  const set = new Set<object>();
  const ofSet = await bytesKept((item) => {
    set.add(item);
    return () => void set.delete(item);
  });
  expect(ofSet).toBeGreaterThan(0.8 * ITEM_BYTES);
  expect(ofLine).toBeLessThan(0.4 * ITEM_BYTES);
  expect(ofMap).toBeLessThan(0.4 * ITEM_BYTES);
});
