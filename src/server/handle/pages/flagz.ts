import { type Page, WARNING } from "./page.ts";

export interface FlagsSource {
  /** With which flags the server was started, by name. */
  readonly flags: Readonly<Record<string, string>>;
}

/** `/flagz`: with which flags the server was started. */
export const flagzPage = ({ flags }: FlagsSource): Page => ({
  kind: "Flagz",
  text: () => ["", "apiserver flagz", WARNING, ...lines(flags), ""].join("\n"),
  object: () => ({ flags: { ...flags } }),
});

const lines = (flags: Readonly<Record<string, string>>): string[] =>
  Object.keys(flags)
    .sort()
    .map((name) => `${name}: ${flags[name]}`);
