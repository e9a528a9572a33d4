import { addTo } from "../async/groups.ts";
import { prettyJson } from "./pretty-json.ts";

/** Equal part of both texts: its start in each of them, and its number of lines. */
interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** From this number of lines on, lines that are more than one percent of the text cannot start a match. */
const POPULAR_FROM = 200;
const CONTEXT = 3;
/** Limit for the number of compared pairs of equal lines; the rest then counts as one change. */
const MAX_PAIRS = 1_000_000;

/**
 * Returns the unified diff of two values as indented JSON, with three lines of context and without file
 * names; empty if they are equal.
 */
export const jsonDiff = (a: unknown, b: unknown): string => unifiedDiff(lines(a), lines(b));

const lines = (value: unknown): string[] => prettyJson(value).split("\n");

/**
 * Unified diff of two lists of lines, with three lines of context and without names of files; empty if they are
 * equal.
 */
export function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  return hunks(changes(matchingBlocks(a, b)))
    .map((hunk) => printHunk(hunk, a, b))
    .join("");
}

/** Finds the longest common block first, then the blocks before and after it. */
function matchingBlocks(a: readonly string[], b: readonly string[]): Block[] {
  const places = placesOf(b);
  const found: Block[] = [];
  const budget = { pairs: MAX_PAIRS };
  const rest: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let range = rest.pop(); range !== undefined; range = rest.pop()) {
    const [aFrom, aTo, bFrom, bTo] = range;
    const block = longestBlock(a, b, places, budget, aFrom, aTo, bFrom, bTo);
    if (block.size === 0) continue;
    found.push(block);
    if (aFrom < block.a && bFrom < block.b) rest.push([aFrom, block.a, bFrom, block.b]);
    const [aNext, bNext] = [block.a + block.size, block.b + block.size];
    if (aNext < aTo && bNext < bTo) rest.push([aNext, aTo, bNext, bTo]);
  }
  found.sort((x, y) => x.a - y.a || x.b - y.b);
  return [...joinNeighbours(found), { a: a.length, b: b.length, size: 0 }];
}

function placesOf(b: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [i, line] of b.entries()) addTo(places, line, i);
  if (b.length >= POPULAR_FROM) {
    const limit = Math.floor(b.length / 100) + 1;
    for (const [line, list] of places) if (list.length > limit) places.delete(line);
  }
  return places;
}

function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  budget: { pairs: number },
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
): Block {
  let best: Block = { a: aFrom, b: bFrom, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo && budget.pairs > 0; i++) {
    budget.pairs--;
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? "") ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      budget.pairs--;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  return widen(best, a, b, aFrom, aTo, bFrom, bTo);
}

/** Extends a block at both ends, also by popular lines. */
function widen(
  block: Block,
  a: readonly string[],
  b: readonly string[],
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
): Block {
  let { a: i, b: j, size } = block;
  while (i > aFrom && j > bFrom && a[i - 1] === b[j - 1]) {
    i--;
    j--;
    size++;
  }
  while (i + size < aTo && j + size < bTo && a[i + size] === b[j + size]) size++;
  return { a: i, b: j, size };
}

function joinNeighbours(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b) {
      joined[joined.length - 1] = { ...last, size: last.size + block.size };
    } else joined.push(block);
  }
  return joined;
}

interface Change {
  readonly equal: boolean;
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function changes(blocks: readonly Block[]): Change[] {
  const out: Change[] = [];
  let [i, j] = [0, 0];
  for (const { a, b, size } of blocks) {
    if (i < a || j < b) out.push({ equal: false, aFrom: i, aTo: a, bFrom: j, bTo: b });
    if (size > 0) out.push({ equal: true, aFrom: a, aTo: a + size, bFrom: b, bTo: b + size });
    [i, j] = [a + size, b + size];
  }
  return out;
}

/** Groups changes that are at most twice the context apart. */
function hunks(all: readonly Change[]): Change[][] {
  const groups: Change[][] = [[]];
  all.forEach((change, n) => {
    const group = groups.at(-1) ?? [];
    if (!change.equal) group.push(change);
    else if (n === 0) group.push(lastLines(change));
    else if (n === all.length - 1) group.push(firstLines(change));
    else if (change.aTo - change.aFrom > 2 * CONTEXT) {
      group.push(firstLines(change));
      groups.push([lastLines(change)]);
    } else group.push(change);
  });
  return groups.filter((group) => group.some((change) => !change.equal));
}

const firstLines = (c: Change): Change => ({
  ...c,
  aTo: Math.min(c.aTo, c.aFrom + CONTEXT),
  bTo: Math.min(c.bTo, c.bFrom + CONTEXT),
});

const lastLines = (c: Change): Change => ({
  ...c,
  aFrom: Math.max(c.aFrom, c.aTo - CONTEXT),
  bFrom: Math.max(c.bFrom, c.bTo - CONTEXT),
});

function printHunk(hunk: readonly Change[], a: readonly string[], b: readonly string[]): string {
  const first = hunk[0];
  const last = hunk.at(-1);
  if (first === undefined || last === undefined) return "";
  const body = hunk.flatMap((change) =>
    change.equal
      ? a.slice(change.aFrom, change.aTo).map((line) => ` ${line}\n`)
      : [
          ...a.slice(change.aFrom, change.aTo).map((line) => `-${line}\n`),
          ...b.slice(change.bFrom, change.bTo).map((line) => `+${line}\n`),
        ],
  );
  return `@@ -${span(first.aFrom, last.aTo)} +${span(first.bFrom, last.bTo)} @@\n${body.join("")}`;
}

/** Prints a range of lines, from 1. An empty range has the number of the line before it. */
function span(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}
