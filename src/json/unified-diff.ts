/** Number of unchanged lines around a change. */
const CONTEXT = 3;

/** Equal lines in both texts: their start in `a`, their start in `b`, and their number. */
type Match = readonly [a: number, b: number, count: number];

interface Range {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** A range of lines that is equal or different in the two texts. */
interface Part extends Range {
  readonly isSame: boolean;
}

/**
 * The difference of two lists of lines in the format of k8s.io/apimachinery/pkg/util/diff: unified, without file
 * names, with a line break at the end. The time grows with the cube of the number of lines, so callers must limit it.
 * Use it for fewer than 200 lines: from there on the reference's library ignores frequent lines.
 */
export function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  return groupsOf(partsOf(a, b))
    .map((group) => writeGroup(group, a, b))
    .join("");
}

function writeGroup(group: readonly Part[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lines = group.flatMap(({ isSame, aFrom, aTo, bFrom, bTo }) =>
    isSame
      ? a.slice(aFrom, aTo).map((line) => ` ${line}`)
      : [...a.slice(aFrom, aTo).map((line) => `-${line}`), ...b.slice(bFrom, bTo).map((line) => `+${line}`)],
  );
  const head = `@@ -${place(first.aFrom, last.aTo)} +${place(first.bFrom, last.bTo)} @@`;
  return `${[head, ...lines].join("\n")}\n`;
}

function place(from: number, to: number): string {
  const count = to - from;
  if (count === 1) return String(from + 1);
  return `${count === 0 ? from : from + 1},${count}`;
}

/** Groups changes with the lines around them. Changes close to each other are in one group. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [[]];
  for (const [index, part] of parts.entries()) {
    const isLong = part.isSame && part.aTo - part.aFrom > 2 * CONTEXT;
    const [isFirst, isLast] = [index === 0, index === parts.length - 1];
    if (!part.isSame || !(isLong || isFirst || isLast)) groups.at(-1)?.push(part);
    else {
      if (!isFirst) groups.at(-1)?.push(headOf(part));
      if (!isFirst && !isLast) groups.push([]);
      if (!isLast) groups.at(-1)?.push(tailOf(part));
    }
  }
  return groups.filter((group) => group.some(({ isSame }) => !isSame));
}

const headOf = (part: Part): Part => ({
  ...part,
  aTo: Math.min(part.aTo, part.aFrom + CONTEXT),
  bTo: Math.min(part.bTo, part.bFrom + CONTEXT),
});
const tailOf = (part: Part): Part => ({
  ...part,
  aFrom: Math.max(part.aFrom, part.aTo - CONTEXT),
  bFrom: Math.max(part.bFrom, part.bTo - CONTEXT),
});

function partsOf(a: readonly string[], b: readonly string[]): Part[] {
  const parts: Part[] = [];
  let [aFrom, bFrom] = [0, 0];
  const matches = matchesIn(a, b, { aFrom, aTo: a.length, bFrom, bTo: b.length });
  for (const [aTo, bTo, count] of [...joined(matches), [a.length, b.length, 0] as const]) {
    if (aFrom < aTo || bFrom < bTo) parts.push({ isSame: false, aFrom, aTo, bFrom, bTo });
    [aFrom, bFrom] = [aTo + count, bTo + count];
    if (count > 0) parts.push({ isSame: true, aFrom: aTo, aTo: aFrom, bFrom: bTo, bTo: bFrom });
  }
  return parts;
}

/** Joins matches that follow each other without a gap. */
function joined(matches: readonly Match[]): Match[] {
  const all: Match[] = [];
  for (const match of matches) {
    const last = all.at(-1);
    const follows = last !== undefined && last[0] + last[2] === match[0] && last[1] + last[2] === match[1];
    if (follows) all[all.length - 1] = [last[0], last[1], last[2] + match[2]];
    else all.push(match);
  }
  return all;
}

/** The longest match, with the matches before and after it, in order. */
function matchesIn(a: readonly string[], b: readonly string[], range: Range): Match[] {
  const [aFrom, bFrom, count] = longestMatch(a, b, range);
  if (count === 0) return [];
  return [
    ...matchesIn(a, b, { ...range, aTo: aFrom, bTo: bFrom }),
    [aFrom, bFrom, count],
    ...matchesIn(a, b, { ...range, aFrom: aFrom + count, bFrom: bFrom + count }),
  ];
}

/** The longest match in a range; the first one if there are several. */
function longestMatch(a: readonly string[], b: readonly string[], { aFrom, aTo, bFrom, bTo }: Range): Match {
  let best: Match = [aFrom, bFrom, 0];
  let before = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const lengths = new Map<number, number>();
    for (let j = bFrom; j < bTo; j++) {
      if (a[i] !== b[j]) continue;
      const count = (before.get(j - 1) ?? 0) + 1;
      lengths.set(j, count);
      if (count > best[2]) best = [i - count + 1, j - count + 1, count];
    }
    before = lengths;
  }
  return best;
}
