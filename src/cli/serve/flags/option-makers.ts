import { Option } from "commander";

/** Several values by commas, or by giving the flag again. */
export const commas = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(",").filter((v) => v !== ""),
];

/** Creates a flag with one value, or none. `said`: the default in words, if the value alone is not clear. */
export function flag(flags: string, text: string, value?: string, said?: string): Option {
  const option = new Option(
    flags,
    said === undefined || value !== undefined ? text : `${text} (default: ${said})`,
  );
  return value === undefined ? option : option.default(value, said);
}

/** A flag with several values. */
export const list = (flags: string, text: string, said: string): Option =>
  new Option(flags, text).argParser(commas).default([], said);
