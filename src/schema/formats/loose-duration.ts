import { parseGoDuration } from "../../api/go-duration.ts";
import { withoutLeadingZeros } from "../../api/trim-text.ts";

const DAY = 24n * 3600n * 1_000_000_000n;
/** The names of each unit and what begins a longer one, as kube-openapi's strfmt (duration.go) lists them. */
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
 * Nanoseconds of Go's durations and of the wordy ones of Scala: `3 days`, `1 hour 5 minutes`. Undefined for what is none.
 * What stands between the parts is not looked at. Reads each character once.
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

/** Digits, spaces, letters: three sticky steps, for one expression would try every digit as the first one. */
function* parts(text: string): Generator<{ readonly digits: string; readonly unit: string }> {
  const [digit, letters] = [/[0-9]+/g, /[\t\n\f\r ]*([A-Za-z\u00b5]+)/y];
  for (let found = digit.exec(text); found !== null; found = digit.exec(text)) {
    letters.lastIndex = digit.lastIndex;
    const unit = letters.exec(text)?.[1];
    if (unit !== undefined) yield { digits: found[0], unit };
  }
}

/** Undefined when an int64 does not hold it. */
function countOf(digits: string): bigint | undefined {
  const significant = withoutLeadingZeros(digits);
  const count = significant.length > 19 ? MAX_INT64 + 1n : BigInt(significant);
  return count > MAX_INT64 ? undefined : count;
}

const sizeOf = (unit: string): bigint | undefined =>
  UNITS.find(({ names, start }) => names.includes(unit) || unit.startsWith(start))?.nanos;
