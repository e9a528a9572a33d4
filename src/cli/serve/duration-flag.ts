import { goDurationMs } from "../../api/go-duration.ts";

/** The value of a flag such as `5m0s`, in milliseconds. Throws the words of Go's flags. */
export function durationFlag(name: string, value: string): number {
  const milliseconds = goDurationMs(value);
  if (milliseconds !== undefined) return milliseconds;
  const given = JSON.stringify(value);
  throw new Error(`invalid argument ${given} for "${name}" flag: time: invalid duration ${given}`);
}
