import { type Command, InvalidArgumentError, Option } from "commander";

/** An option without its flags. */
type Described = (flags: string) => Option;

/** Options by their flags, such as `-o, --output <form>`. A text alone is the description. */
export type Options = Readonly<Record<string, string | Described>>;

const described = (flags: string, one: string | Described): Option =>
  typeof one === "string" ? new Option(flags, one) : one(flags);

/** Adds options in their order. */
export function withOptions(command: Command, options: Options): Command {
  for (const [flags, one] of Object.entries(options)) command.addOption(described(flags, one));
  return command;
}

/** An option that must be given. */
export const required =
  (one: string | Described): Described =>
  (flags) =>
    described(flags, one).makeOptionMandatory();

/** An option that excludes others, which are given by their names in the code. */
export const without =
  (others: string[], one: string | Described): Described =>
  (flags) =>
    described(flags, one).conflicts(others);

/** An option with a text, and its default. */
export const withDefault =
  (description: string, usual: string): Described =>
  (flags) =>
    new Option(flags, description).default(usual);

/** An option that may be repeated: every value, in order. `said`: the default in words. */
export const many =
  (description: string, said?: string): Described =>
  (flags) =>
    new Option(flags, description).argParser(list).default([], said);

/** An option with one of some values. */
export const choice =
  (description: string, values: readonly string[], usual?: string): Described =>
  (flags) =>
    new Option(flags, description).choices(values).default(usual);

/** An option whose value `read` converts; it throws an InvalidArgumentError for a wrong one. */
export const parsed =
  <T>(description: string, read: (value: string) => T, usual?: T): Described =>
  (flags) =>
    new Option(flags, description).argParser(read).default(usual);

export const list = (value: string, previous: string[]): string[] => [...previous, value];

/** An option with a whole number of at least 1. */
export const positive = (description: string, usual: number): Described =>
  parsed(description, positiveIn, usual);

function positiveIn(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError("Give a whole number of at least 1.");
  return number;
}

/** The format of a report. */
export const output = (forms: readonly string[], description = "output format"): Options => ({
  "-o, --output <form>": choice(description, forms, "text"),
});

/** The format of a report, and its colors. */
export const coloredOutput = (forms: readonly string[]): Options => ({ ...output(forms), ...COLOR });

export const COLOR: Options = {
  "--color <when>": choice("when to color the output", ["auto", "always", "never"], "auto"),
};
