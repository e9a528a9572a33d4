import { InvalidArgumentError } from "commander";

/** For options that may be repeated: every value, in order. */
export const list = (value: string, previous: string[]): string[] => [...previous, value];

/** For options with a whole number of at least 1. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("Give a whole number of at least 1.");
  return value;
}
