import { goDurationMs, parseGoDuration } from "../../go/duration.ts";
import { quote } from "../../go/quote.ts";

/** The value of a flag such as `5m0s`, in milliseconds; it may be negative. Throws the words of Go's flags. */
export function durationFlag(name: string, value: string): number {
  const milliseconds = goDurationMs(value);
  if (milliseconds !== undefined) return milliseconds;
  throw new Error(`invalid argument ${quote(value)} for ${quote(name)} flag: ${parseGoDuration(value)}`);
}

/** The same of a flag that may not be negative. Throws our own words, with an `example` such as `30s`. */
export function nonNegativeDurationFlag(name: string, value: string, example: string): number {
  const milliseconds = goDurationMs(value);
  if (milliseconds !== undefined && milliseconds >= 0) return milliseconds;
  throw new Error(`${name}: ${quote(value)} is not a duration, such as ${example}`);
}
