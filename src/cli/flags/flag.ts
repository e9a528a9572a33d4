import type { Option } from "commander";

/** Value of a flag as commander reads it; undefined: the flag was not given, and has no default. */
export type Given = string | boolean | readonly string[] | undefined;

/** Values as commander reads them, by its names (`eventTtl` for `--event-ttl`). A missing one is the default. */
export type GivenFlags = Readonly<Record<string, Given>>;

/** Declaration of a flag. `name` is the name that users type, such as `event-ttl`. */
export interface Flag<T> {
  /** Returns a new option for each command, because a command may hide it. */
  option(name: string): Option;
  /** Returns the value. Throws an Error if it is wrong. */
  read(given: GivenFlags, name: string): T;
}

/**
 * Flags in the order of `--help`. The key gives the name: `eventTtl` is `--event-ttl`, and `issuerUrl` in the
 * group `oidc` is `--oidc-issuer-url`.
 */
export interface Flags {
  readonly [key: string]: Flag<unknown> | Flags;
}

export type ValuesOf<F extends Flags> = {
  readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : F[N] extends Flags ? ValuesOf<F[N]> : never;
};

/**
 * Declares a flag. `convert` receives the value, and the flag and its default for the text of an error:
 * `--event-ttl` and `1h0m0s`.
 */
export const declare = <T>(
  option: (name: string) => Option,
  convert: (given: Given, flag: string, usual: string) => T,
): Flag<T> => ({
  option,
  read(given, name) {
    const made = option(name);
    const usual: Given = made.defaultValue;
    return convert(given[made.attributeName()] ?? usual, made.flags.replace(/ [<[].*/, ""), String(usual));
  },
});

/** Returns the same flag with a changed option. */
export const changed = <T>(flag: Flag<T>, change: (option: Option) => Option): Flag<T> => ({
  ...flag,
  option: (name) => change(flag.option(name)),
});

/**
 * Returns the values of flags. Each one is converted when it is read, and a wrong one throws then: the order
 * in which a command reads its flags is the order in which it reports wrong values.
 */
export function readFlags<F extends Flags>(flags: F, given: GivenFlags, prefix = ""): ValuesOf<F> {
  const values = {};
  for (const [key, one] of Object.entries(flags)) {
    const name = `${prefix}${typed(key)}`;
    const get = () => (isFlag(one) ? one.read(given, name) : readFlags(one, given, `${name}-`));
    Object.defineProperty(values, key, { enumerable: true, get });
  }
  return values as ValuesOf<F>;
}

/** Returns new options of all flags, in their order. */
export const optionsOf = (flags: Flags, prefix = ""): Option[] =>
  Object.entries(flags).flatMap(([key, one]) => {
    const name = `${prefix}${typed(key)}`;
    return isFlag(one) ? [one.option(name)] : optionsOf(one, `${name}-`);
  });

const isFlag = (one: Flag<unknown> | Flags): one is Flag<unknown> => typeof one.read === "function";

/** Returns the name that users type: `event-ttl` for `eventTtl`. */
export const typed = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
