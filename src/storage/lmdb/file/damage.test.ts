import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isSampled, sampled } from "../../../../test/parts/sampled.ts";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import { Document } from "../../../api/object/document.ts";
import { sealing, written } from "../../contract/tools.ts";
import { itemsOf } from "../../moves/moves.tool.ts";
import { joinedProgram } from "../joined-program.tool.ts";
import { openLmdbSource } from "../lmdb-source.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { openSalvage } from "../salvage-source.ts";
import { DATA_FILE } from "../store-files.ts";
import { damagedObject } from "../summed-value.ts";
import {
  type DamageCase,
  damage,
  damageCases,
  faultCases,
  lineOf,
  makeStore,
  staleCases,
} from "./damage-cases.tool.ts";
import { inspectStore } from "./inspect-store.ts";

const folder = folderForTests();
const original = join(folder, "original");

async function entriesOf(path: string): Promise<string[]> {
  const storage = await openLmdbStorage({ path });
  const { entries } = await storage.list("/");
  await storage.close();
  return entries.map(lineOf);
}

const documentOf = (text: string): Document => Document.fromBytes(Buffer.from(text));

const history = await makeStore(original, 70, 7);
const { size } = statSync(join(original, DATA_FILE));
const cases = sampled(damageCases(size, 11));
const copy = join(folder, "copy");
damage(original, copy, { name: "none" });
const whole = await entriesOf(copy);

interface Outcome {
  readonly name: string;
  readonly entries?: readonly string[];
  readonly refused?: string;
  readonly listError?: string;
}

/** The outcome of each damage to the store in `path`, whose entries are `expected`. */
async function outcomesOf(
  cases: readonly DamageCase[],
  path = original,
  expected = whole,
): Promise<Outcome[]> {
  const list = join(folder, "cases.json");
  const keys = expected.map(keyOf);
  writeFileSync(list, JSON.stringify({ cases, keys }));
  const script = fileURLToPath(new URL("./damage-process.tool.ts", import.meta.url));
  // Vitest gives up a worker that is blocked for a minute.
  const child = spawn(process.execPath, [joinedProgram(script), path, join(folder, "damaged"), list]);
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
  return cases.map((one, index) => ({ name: one.name, ...lines[2 * index + 1] }));
}

const isRefused = ({ refused = "" }: Outcome): boolean =>
  /^cannot open the store in .*sallyport storage salvage|has no format version/.test(refused);

const keyOf = (line: string): string => line.split(" ")[0] ?? "";

/** All objects are right or named, and a list fails exactly if one of them is damaged. */
function isRight({ entries = [], listError = "" }: Outcome, expected = whole): boolean {
  const wrong = expected.filter((line, index) => line !== entries[index]);
  const areNamed = wrong.every((line) => entries.some((one) => one.startsWith(damagedObject(keyOf(line)))));
  const [first] = wrong;
  const isListRight =
    first === undefined ? listError === "" : listError.startsWith(damagedObject(keyOf(first)));
  return entries.length === expected.length && areNamed && isListRight;
}

test("openLmdbStorage opens a damaged store and names its damaged objects, or says what is wrong with it, whatever the damage is", async () => {
  const outcomes = await outcomesOf(cases);
  expect(outcomes.filter((one) => !isRefused(one) && !isRight(one))).toEqual([]);
  // A sample can have fewer of the kinds that are refused.
  expect(outcomes.filter(isRefused).length).toBeGreaterThanOrEqual(cases.length / (isSampled ? 8 : 4));
});

test("openLmdbStorage serves no wrong value after 100 single bits, 40 sectors of zeros and 40 pages of another time", async () => {
  const { size } = statSync(join(original, DATA_FILE));
  const outcomes = await outcomesOf(sampled(faultCases(size, 3)));
  expect(outcomes.filter((one) => !isRefused(one) && !isRight(one))).toEqual([]);
  expect(outcomes.some(({ listError }) => listError !== undefined)).toBe(true);
});

test("openLmdbStorage serves no older value after the disk has lost the write of a page", async () => {
  const path = join(folder, "aging");
  const file = join(path, DATA_FILE);
  const images: string[] = [];
  const storage = await openLmdbStorage({ path });
  let { revision } = written(await storage.create("/a", sealing({ n: 0 })));
  for (let n = 1; n <= 8; n++) {
    images.push(join(folder, `image-${n}`));
    copyFileSync(file, images.at(-1) ?? "");
    revision = written(await storage.update("/a", revision, sealing({ n }))).revision;
  }
  await storage.close();
  const stale = images.flatMap((image) => staleCases(file, image));
  const entries = await entriesOf(path);
  const outcomes = await outcomesOf(stale, path, entries);
  expect(outcomes.filter((one) => !isRefused(one) && !isRight(one, entries))).toEqual([]);
  expect(outcomes.filter(({ refused }) => /do not have the sum/.test(refused ?? ""))).not.toEqual([]);
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
        expect(whole, one.name).toContain(lineOf({ key, revision, document: documentOf(text) }));
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
    // Each turn lets the writer begin its next write, which continues in another thread.
    await new Promise((resolve) => setImmediate(resolve));
    if (!existsSync(join(data, "data", DATA_FILE))) continue;
    const source = openLmdbSource(data);
    (await source.read()).close();
    opened++;
  }
  await writing;
  expect(opened).toBeGreaterThan(0);
});
