/** True if two different words are so similar that one of them is probably misspelt. */
export function isNear(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = [plain(a), plain(b)];
  if (short === long) return true;
  const most = Math.min(short.length, long.length) < 5 ? 1 : 2;
  return short.length > 1 && long.length > 1 && distance(short, long, most) <= most;
}

/** Shorter words are similar by chance. */
const SHORTEST_SLIP = 5;

/** True for a slip of the fingers: two neighbours are swapped, or one letter is missing or too many; no digits. */
export function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SHORTEST_SLIP || distance(a, b, 1) !== 1) return false;
  const [sorted, other] = [a, b].map((word) => [...word].sort().join(""));
  return (sorted === other || a.length !== b.length) && digits(a) === digits(b);
}

/** Returns the most similar of the known words; undefined if none is similar. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const near = [...known].filter((one) => isNear(word, one));
  const by = (one: string): number => distance(plain(word), plain(one), 3);
  return near.sort((a, b) => by(a) - by(b))[0];
}

const digits = (word: string): string => word.replace(/\D/g, "");

/** The same for keys of maps. With another number, a key is another one. */
export const nearestKey = (key: string, known: readonly string[]): string | undefined =>
  nearest(
    key,
    known.filter((one) => digits(one) === digits(key)),
  );

/** Words that many names of Services, pods and webhooks have at their end. */
const ENDINGS = ["service", "svc", "webhook", "server"];

const withoutEnding = (name: string): string => name.replace(/-(?:service|svc)$/, "");

/** A shorter name can be the end of another one by chance, if no hyphen is before it. */
const SHORTEST_END = 10;

/**
 * Returns a similar name, or the only one that is the same without the prefix of a release or a usual ending:
 * `prod-hook` or `hook-service` for `hook`.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const isLonger = (long: string, short: string): boolean =>
    long.endsWith(short.length < SHORTEST_END ? `-${short}` : short) ||
    ENDINGS.some((word) => long === `${short}-${word}`) ||
    (long !== short && withoutEnding(long) === withoutEnding(short));
  const longer = known.filter((one) => isLonger(one, name) || isLonger(name, one));
  return nearest(name, known) ?? (longer.length === 1 ? longer[0] : undefined);
}

/** The word without case, hyphens, underscores and dots, which are easily confused. */
export const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_.]/g, "");

const LONGEST = 253;

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours between two words.
 * Distances above `most` are returned as `most + 1`.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return Math.min(row[b.length] ?? 0, most + 1);
}

/**
 * True if two different groups probably mean the same one: `networking` and `networking.k8s.io`, `apps/v1`
 * and `apps`.
 */
export function isNearGroup(written: string, group: string): boolean {
  if (written === group) return false;
  const [name = ""] = written.split("/", 1);
  if (name === group && name !== "") return true;
  if (name === "" || group === "") return false;
  const isPart = (a: string, b: string): boolean => a.startsWith(`${b}.`) || a.endsWith(`.${b}`);
  return isPart(name, group) || isPart(group, name) || isNear(name, group);
}
