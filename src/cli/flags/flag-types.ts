import { Option } from "commander";
import { goBool } from "../../go/bool.ts";
import { quote } from "../../go/quote.ts";
import { nonNegativeDurationFlag } from "./durations.ts";
import { declare, type Flag, type Given } from "./flag.ts";

/** Converts the text of a value; `usual`: the default. Throws an Error that names the flag or the value. */
type Parse<T> = (text: string, name: string, usual: string) => T;

/**
 * Declares a flag with one value: the form of the value, the text of `--help`, and the default. Without a
 * default the value may be undefined; the text may name what happens then: `(default: DATA-DIR/certs)`.
 */
interface WithText<T> {
  (form: string, text: string, usual: string): Flag<T>;
  (form: string, text: string): Flag<T | undefined>;
}

/** Returns a function that declares flags whose text `parse` converts. */
export function flagWith<T>(parse: Parse<T>): WithText<T> {
  function declared(form: string, text: string, usual: string): Flag<T>;
  function declared(form: string, text: string, usual?: string): Flag<T | undefined>;
  function declared(form: string, text: string, usual?: string): Flag<T | undefined> {
    return declare(
      (name) => new Option(`--${name} ${form}`, text).default(usual),
      (given, flag, fallback) => (given === undefined ? undefined : parse(String(given), flag, fallback)),
    );
  }
  return declared;
}

/** A text, such as an address. */
export const flag = flagWith((text) => text);

/** The name of a file. */
export const file = (text: string): Flag<string | undefined> => flag("<file>", text);

/** A duration of at least 0, in milliseconds. */
export const duration = (text: string, usual: string): Flag<number> =>
  flagWith((value, name, example) => nonNegativeDurationFlag(name, value, example))(
    "<duration>",
    text,
    usual,
  );

/** A whole number of at least 0. */
export const count = flagWith(countOf);

export function countOf(text: string, name: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name}: ${JSON.stringify(text)} is not a whole number of at least 0`);
}

/** An integer as Go's flags read it. */
export const integer = flagWith(integerOf);

export function integerOf(text: string, name: string): number {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw badArgument(name, text, "ParseInt");
}

/** Returns the Error that Go's flags report for a wrong value. */
export const badArgument = (name: string, text: string, parser: string): Error =>
  new Error(
    `invalid argument ${quote(text)} for ${quote(name)} flag: strconv.${parser}: parsing ${quote(text)}: invalid syntax`,
  );

/** A boolean as Go's flags read it; without a value it is true. Default: false. */
export const boolean = (text: string, usual?: string): Flag<boolean> =>
  declare(
    (name) => new Option(`--${name} [bool]`, text).default(usual),
    (given, flag) => {
      if (typeof given !== "string") return given === true;
      const value = goBool(given);
      if (value === undefined) throw badArgument(flag, given, "ParseBool");
      return value;
    },
  );

/** True if it is given without a value, or as `true`. */
export const enabling = (text: string, usual?: string): Flag<boolean> =>
  declare(
    (name) => new Option(`--${name} [bool]`, text).default(usual),
    (given) => given === true || given === "true",
  );

/** A flag without a value: true if it is given. */
export const toggle = (text: string): Flag<boolean> =>
  declare(
    (name) => new Option(`--${name}`, text),
    (given, flag) => given === !flag.startsWith("--no-"),
  );

/** A list, empty by default: values are separated by commas, or the flag is repeated. */
export const listWith =
  <T>(parse: (values: readonly string[]) => T) =>
  (form: string, text: string, said: string): Flag<T> =>
    declare(
      (name) => new Option(`--${name} ${form}`, text).argParser(commas).default([], said),
      (given) => parse(textsOf(given) ?? []),
    );

export const list = listWith((values) => values);

export const commas = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(",").filter((v) => v !== ""),
];

/** Returns the value of a list; undefined: it has none. */
export const textsOf = (given: Given): readonly string[] | undefined =>
  typeof given === "object" ? given : undefined;

/** One of some values, which commander checks. */
export function choice<C extends string>(
  form: string,
  text: string,
  values: readonly C[],
): Flag<C | undefined>;
export function choice<C extends string>(
  form: string,
  text: string,
  values: readonly C[],
  usual: NoInfer<C>,
  said?: string,
): Flag<C>;
export function choice<C extends string>(
  form: string,
  text: string,
  values: readonly C[],
  usual?: C,
  said?: string,
): Flag<C | undefined> {
  return declare(
    (name) => new Option(`--${name} ${form}`, text).default(usual, said).choices(values),
    (given) => values.find((value) => value === given) ?? usual,
  );
}
