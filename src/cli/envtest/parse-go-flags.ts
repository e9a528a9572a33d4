import { addTo } from "../../async/groups.ts";

/** Parsed command line: all values of each flag, in order. */
export type GoFlags = ReadonlyMap<string, readonly string[]>;

interface GoFlagNames {
  readonly values: ReadonlySet<string>;
  readonly switches: ReadonlySet<string>;
}

/**
 * Parses a command line as Go's programs do: `--name=value`, `--name value`, switches alone, single dashes.
 * Throws an Error with their words for an unknown flag, a missing value and an argument that is not a flag.
 */
export function parseGoFlags(args: readonly string[], names: GoFlagNames): GoFlags {
  const found = new Map<string, string[]>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const match = /^--?([^=\s-][^=\s]*)(?:=([\s\S]*))?$/.exec(arg);
    if (match === null)
      throw new Error(`command "kube-apiserver" does not take any arguments, got ${JSON.stringify(arg)}`);
    const [, name = "", given] = match;
    const value =
      given ?? (names.switches.has(name) ? "true" : names.values.has(name) ? rest.shift() : undefined);
    if (!names.values.has(name) && !names.switches.has(name)) throw new Error(`unknown flag: --${name}`);
    if (value === undefined) throw new Error(`flag needs an argument: --${name}`);
    addTo(found, name, value);
  }
  return found;
}
