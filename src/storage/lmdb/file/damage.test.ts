import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampled } from "../../../../test/parts/sampled.ts";
import { itemsOf } from "../../moves/moves-tools.ts";
import { joinedProgram } from "../joined-program.ts";
import { openLmdbSource } from "../lmdb-source.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { openSalvage } from "../salvage-source.ts";
import { scratchDirectory } from "../scratch.ts";
import { DATA_FILE } from "../store-files.ts";
import { type DamageCase, damage, damageCases, type History, makeStore } from "./damage-cases.ts";
import { inspectStore } from "./inspect-store.ts";

const { path: folder, remove } = scratchDirectory();
const original = join(folder, "original");
let history: History;
let cases: DamageCase[];
let whole: string[];

beforeAll(async () => {
  history = await makeStore(original, 70, 7);
  const { size } = statSync(join(original, DATA_FILE));
  cases = sampled(damageCases(size, 11));
  const copy = join(folder, "copy");
  damage(original, copy, { name: "none" });
  const storage = await openLmdbStorage({ path: copy });
  const { entries } = await storage.list("/");
  whole = entries.map(({ key, revision, document }) => `${key} ${revision} ${document.bytes.length}`);
  await storage.close();
});
afterAll(remove);

test("openLmdbStorage opens all of a damaged store or says what is wrong with it, whatever the damage is", async () => {
  const list = join(folder, "cases.json");
  writeFileSync(list, JSON.stringify(cases));
  const script = fileURLToPath(new URL("./damage-process.ts", import.meta.url));
  // Vitest gives up a worker that is blocked for a minute.
  const child = spawn(process.execPath, [joinedProgram(script), original, join(folder, "damaged"), list]);
  const [stdout, stderr, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([signal, lines.at(-1)], stderr).toEqual([null, expect.not.objectContaining({ next: "" })]);
  const outcomes = cases.map((one, index) => ({ name: one.name, ...lines[2 * index + 1] }));
  const wrong = outcomes.filter(
    ({ entries, refused }) =>
      !/^cannot open the store in .*sallyport storage salvage/.test(refused ?? "") &&
      JSON.stringify(entries) !== JSON.stringify(whole),
  );
  expect(wrong).toEqual([]);
  expect(outcomes.filter(({ refused }) => refused !== undefined).length).toBeGreaterThan(cases.length / 3);
});

test("openSalvage finds nothing that was never written, and takes for new only what is", async () => {
  for (const one of cases) {
    const path = join(folder, "salvage");
    rmSync(path, { recursive: true, force: true });
    damage(original, path, one);
    const { source, old, isLastWriteCertain } = await openSalvage(path, { olderCopies: true });
    for (const { key, revision, text } of await itemsOf(source)) {
      expect(text, one.name).toBe(history.get(`${key} ${revision}`));
      const isOld = old.some((copy) => copy.key === key);
      if (!isOld && isLastWriteCertain)
        expect(whole, one.name).toContain(`${key} ${revision} ${Buffer.byteLength(text)}`);
    }
  }
});

test("openSalvage loses no more than the objects of the page that is gone", async () => {
  const found: number[] = [];
  for (const one of cases.filter(({ fill, length }) => fill === "zeros" && length === 8192)) {
    const path = join(folder, "salvage");
    rmSync(path, { recursive: true, force: true });
    damage(original, path, one);
    const { source } = await openSalvage(path, { olderCopies: false });
    found.push((await itemsOf(source)).length);
  }
  expect(Math.min(...found)).toBeGreaterThan(whole.length / 2);
});

test("inspectStore finds nothing wrong with a store that is in order, however it was written", async () => {
  for (const seed of [1, 2, 3]) {
    const path = join(folder, `good-${seed}`);
    for (let round = 0; round < 4; round++) {
      await makeStore(path, 60, seed * 100 + round);
      expect(inspectStore(path)?.damage).toEqual([]);
    }
  }
});

test("openLmdbSource finds nothing wrong with a store that is written meanwhile", async () => {
  const data = join(folder, "busy");
  let isDone = false;
  const writing = makeStore(join(data, "data"), 150, 5).then(() => {
    isDone = true;
  });
  let opened = 0;
  while (!isDone) {
    // Each turn lets the writer begin its next write, which goes on in another thread.
    await new Promise((resolve) => setImmediate(resolve));
    if (!existsSync(join(data, "data", DATA_FILE))) continue;
    const source = openLmdbSource(data);
    (await source.read()).close();
    opened++;
  }
  await writing;
  expect(opened).toBeGreaterThan(0);
});
