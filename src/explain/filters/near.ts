/** Whether two words are so alike that one of them is probably misspelt. */
export function isNear(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = [plain(a), plain(b)];
  if (short === long) return true;
  const most = Math.min(short.length, long.length) < 4 ? 1 : 2;
  return short.length > 1 && long.length > 1 && distance(short, long, most) <= most;
}

/** The one of several that is most alike; undefined when none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const near = [...known].filter((one) => isNear(word, one));
  const by = (one: string): number => distance(plain(word), plain(one), 3);
  return near.sort((a, b) => by(a) - by(b))[0];
}

/** Case and the signs between words are easily mistaken. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_.]/g, "");

const LONGEST = 253;

/** Insertions, deletions, replacements and swaps of neighbours; more than `most` is `most` and one. */
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

/** Groups that are meant to be one: `networking` and `networking.k8s.io`, `apps/v1` and `apps`. */
export function isNearGroup(written: string, group: string): boolean {
  if (written === group) return false;
  const [name = ""] = written.split("/", 1);
  if (name === group && name !== "") return true;
  if (name === "" || group === "") return false;
  const isPart = (a: string, b: string): boolean => a.startsWith(`${b}.`) || a.endsWith(`.${b}`);
  return isPart(name, group) || isPart(group, name) || isNear(name, group);
}
