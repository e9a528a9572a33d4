import { parseGoDuration } from "../../go/duration.ts";
import { withoutLeadingZeros } from "../../go/trim-text.ts";

const DAY = 24n * 3600n * 1_000_000_000n;
/** Names of each unit, and the start of its longer names, as kube-openapi's strfmt (duration.go) lists them. */
const UNITS: readonly {
  readonly names: readonly string[];
  readonly start: string;
  readonly nanos: bigint;
}[] = [
  { names: ["ns"], start: "nano", nanos: 1n },
  { names: ["us", "µs"], start: "micro", nanos: 1_000n },
  { names: ["ms"], start: "milli", nanos: 1_000_000n },
  { names: ["s"], start: "sec", nanos: 1_000_000_000n },
  { names: ["m"], start: "min", nanos: 60_000_000_000n },
  { names: ["h", "hr"], start: "hour", nanos: 3_600_000_000_000n },
  { names: ["d"], start: "day", nanos: DAY },
  { names: ["w", "wk"], start: "week", nanos: 7n * DAY },
];
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Parses a duration to nanoseconds: Go's notation, or the words of Scala's durations (`3 days`, `1 hour 5
 * minutes`). Returns undefined for other texts. Text between the parts is ignored. Reads each character once.
 */
export function parseLooseDuration(text: string): bigint | undefined {
  const nanos = parseGoDuration(text);
  if (typeof nanos === "bigint") return nanos;
  let total: bigint | undefined;
  for (const { digits, unit } of parts(text)) {
    const count = countOf(digits);
    if (count === undefined) return undefined;
    const size = sizeOf(unit.toLowerCase());
    if (size !== undefined) total = BigInt.asIntN(64, (total ?? 0n) + count * size);
  }
  return total;
}

/**
 * Finds digits, spaces and letters in separate steps: a single expression would try a match from each digit,
 * which is not linear.
 */
function* parts(text: string): Generator<{ readonly digits: string; readonly unit: string }> {
  const [digit, letters] = [/[0-9]+/g, /[\t\n\f\r ]*([A-Za-z\u00b5]+)/y];
  for (let found = digit.exec(text); found !== null; found = digit.exec(text)) {
    letters.lastIndex = digit.lastIndex;
    const unit = letters.exec(text)?.[1];
    if (unit !== undefined) yield { digits: found[0], unit };
  }
}

/** Returns undefined if the number does not fit into an int64. */
function countOf(digits: string): bigint | undefined {
  const significant = withoutLeadingZeros(digits);
  const count = significant.length > 19 ? MAX_INT64 + 1n : BigInt(significant);
  return count > MAX_INT64 ? undefined : count;
}

const sizeOf = (unit: string): bigint | undefined =>
  UNITS.find(({ names, start }) => names.includes(unit) || unit.startsWith(start))?.nanos;
