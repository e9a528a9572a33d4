/** Work of compiling one instruction of a regular expression, in units. */
const INSTRUCTION = 1000;

/**
 * Returns an upper estimate of the work of compiling a pattern of RE2. A repetition such as `(ab){1000}` is
 * expanded, so that a short text can have a long program. The estimate reads each character once.
 */
export function patternWork(pattern: string): number {
  const groups: number[] = [];
  let [total, last] = [0, 0];
  for (const [part] of pattern.matchAll(PARTS)) {
    if (part === "(") {
      groups.push(total);
      total = 1;
      last = 0;
    } else if (part === ")") {
      last = total + 1;
      total = (groups.pop() ?? 0) + last;
    } else if (part.startsWith("{") && part !== "{") {
      const times = timesOf(part);
      total += last * Math.max(0, times - 1);
      last *= Math.max(1, times);
    } else {
      last = part.length > 2 ? part.length : 1;
      total += last;
    }
  }
  return (total + groups.reduce((sum, size) => sum + size, 0)) * INSTRUCTION;
}

/** Parts of a pattern: escapes, classes, repetitions and groups; else single characters. */
const PARTS = /\\[\s\S]|\[\^?\]?(?:[^\]\\]|\\[\s\S])*\]?|\{\d+(?:,\d*)?\}|[\s\S]/g;

const timesOf = (repetition: string): number => Math.max(...repetition.slice(1, -1).split(",").map(Number));
