import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document } from "../../../api/object/document.ts";
import type { Entry, Storage } from "../../storage.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { DATA_FILE } from "../store-files.ts";
import { readMetaPages } from "./meta-pages.ts";

/** For tests: damage done to a file. */
export interface DamageCase {
  readonly name: string;
  readonly cutTo?: number;
  readonly from?: number;
  /** The new bytes: zeros, noise, those with all bits turned over, or those of the page `source`. */
  readonly fill?: "zeros" | "noise" | "flip" | "page";
  readonly length?: number;
  /** The one bit that is turned over. */
  readonly bit?: number;
  readonly source?: number;
  /** The file that the bytes of `source` come from. Default: the same. */
  readonly image?: string;
}

/** The same numbers for the same seed, from 0 to below `limit`. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

const [PAGE, META_LENGTH] = [8192, 168];

/** Cuts, pages that are gone, bytes that are wrong: somewhere, in heads of pages, and in the first two. */
export function damageCases(size: number, seed: number): DamageCase[] {
  const random = seeded(seed);
  const pages = size / PAGE;
  const cuts = [0, 1, 100, 4096, PAGE, PAGE + 4096, 2 * PAGE, size >> 1, size - PAGE, size - 4096, size - 1];
  const flips = (count: number, place: () => number): DamageCase[] =>
    Array.from({ length: count }, () => ({ from: place(), fill: "flip", length: 1 }) as const).map(named);
  return [
    ...cuts.map((cutTo): DamageCase => ({ name: `cut to ${cutTo}`, cutTo })),
    ...Array.from({ length: pages }, (_, page) =>
      named({ from: page * PAGE, fill: page % 3 === 0 ? "noise" : "zeros", length: PAGE }),
    ),
    ...Array.from({ length: 15 }, () =>
      named({ from: random(pages * 2) * 4096, fill: "noise", length: 4096 }),
    ),
    ...flips(30, () => random(2) * PAGE + random(META_LENGTH)),
    ...flips(30, () => random(pages) * PAGE + random(64)),
    ...flips(20, () => random(size)),
  ];
}

/** Single bits, sectors of zeros, and pages with the bytes of another page, at random places. */
export function faultCases(size: number, seed: number): DamageCase[] {
  const random = seeded(seed);
  const pages = size / PAGE;
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  return [
    ...times(100, () => ({ from: random(size), bit: random(8), length: 1 })).map(
      (one): DamageCase => ({ ...one, name: `bit ${one.bit} of byte ${one.from}` }),
    ),
    ...times(40, () => named({ from: random(size / SECTOR) * SECTOR, fill: "zeros", length: SECTOR })),
    ...times(40, () => ({ from: random(pages) * PAGE, source: random(pages) })).map(
      ({ from, source }): DamageCase => ({
        ...{ from, source, fill: "page", length: PAGE },
        name: `page ${from / PAGE} with the bytes of page ${source}`,
      }),
    ),
  ];
}

/**
 * Each page that has other bytes in an older image of the file, with these bytes: a write that the disk has lost. Without
 * one of the first two pages, the last transaction does not exist, as after a power failure.
 */
export function staleCases(file: string, image: string): DamageCase[] {
  const [now, before] = [readFileSync(file), readFileSync(image)];
  const pages = Array.from({ length: before.length / PAGE }, (_, page) => page).slice(2);
  const bytesOf = (bytes: Buffer, page: number): Buffer => bytes.subarray(page * PAGE, (page + 1) * PAGE);
  return pages
    .filter((page) => bytesOf(now, page).compare(bytesOf(before, page)) !== 0)
    .map((page) => ({
      ...{ from: page * PAGE, source: page, image, fill: "page", length: PAGE },
      name: `page ${page} of ${image}`,
    }));
}

const SECTOR = 512;

const named = (one: Required<Pick<DamageCase, "from" | "fill" | "length">>): DamageCase => ({
  ...one,
  name: `${one.fill} at page ${Math.floor(one.from / PAGE)}+${one.from % PAGE}, ${one.length} bytes`,
});

/** Copies a store and damages the copy. */
export function damage(
  original: string,
  path: string,
  { cutTo, from = 0, fill, length = 0, bit, source = 0, image }: DamageCase,
): void {
  mkdirSync(path, { recursive: true });
  const file = join(path, DATA_FILE);
  copyFileSync(join(original, DATA_FILE), file);
  if (cutTo !== undefined) {
    truncateSync(file, cutTo);
    return;
  }
  const bytes = readFileSync(file);
  const random = seeded(from + 1);
  const turned = bit === undefined ? 0xff : 1 << bit;
  const pages = image === undefined ? bytes : readFileSync(image);
  if (fill === "page") pages.copy(bytes, from, source * PAGE, source * PAGE + length);
  else
    for (let at = from; at < from + length; at++)
      bytes[at] = fill === "zeros" ? 0 : fill === "noise" ? random(256) : (bytes[at] ?? 0) ^ turned;
  writeFileSync(file, bytes);
}

/** An entry by the sum of its text. */
export const lineOf = ({ key, revision, document: { bytes } }: Entry): string =>
  `${key} ${revision} ${bytes.length} ${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}`;

/** Text of everything that has ever been written, by `KEY REVISION`. */
export type History = Map<string, string>;

/** Makes a store in which objects were written, replaced and deleted, short and long ones, some in one transaction. */
export async function makeStore(path: string, rounds: number, seed: number): Promise<History> {
  const random = seeded(seed);
  const history: History = new Map();
  const storage = await openLmdbStorage({ path });
  for (let round = 0; round < rounds; round++) {
    const keys = new Set(Array.from({ length: 1 + random(6) }, () => keyOf(random(rounds))));
    await Promise.all([...keys].map((key) => change(storage, key, random, history)));
  }
  await storage.close();
  // All of the file counts: damage of the reserve behind the last page is none.
  const { pageSize, metas } = readMetaPages(join(path, DATA_FILE));
  truncateSync(join(path, DATA_FILE), pageSize * ((metas[0]?.lastPage ?? 0) + 1));
  return history;
}

const keyOf = (n: number): string => `/registry/configmaps/default/${n}`;

async function change(
  storage: Storage,
  key: string,
  random: (limit: number) => number,
  history: History,
): Promise<void> {
  const before = await storage.get(key);
  if (before !== undefined && random(4) === 0) {
    await storage.delete(key, before.revision);
    return;
  }
  const text = "x".repeat(random(5) === 0 ? random(20_000) : random(1500));
  const seal = (revision: number): Document => {
    const metadata = { resourceVersion: String(revision) };
    const document = new Document({ kind: "ConfigMap", apiVersion: "v1", metadata, text });
    history.set(`${key} ${revision}`, Buffer.from(document.bytes).toString());
    return document;
  };
  if (before === undefined) await storage.create(key, seal);
  else await storage.update(key, before.revision, seal);
}
