import { type Page, WARNING } from "./page.ts";

/** Source of `/flagz`. */
export interface FlagsSource {
  /** Flags of the server's start, by name. */
  readonly flags: Readonly<Record<string, string>>;
}

/** Builds `/flagz`: the flags of the server's start. */
export const flagzPage = ({ flags }: FlagsSource): Page => ({
  kind: "Flagz",
  text: () => ["", "apiserver flagz", WARNING, ...lines(flags), ""].join("\n"),
  object: () => ({ flags: { ...flags } }),
});

const lines = (flags: Readonly<Record<string, string>>): string[] =>
  Object.keys(flags)
    .sort()
    .map((name) => `${name}: ${flags[name]}`);
