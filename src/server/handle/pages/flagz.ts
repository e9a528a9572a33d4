import type { House } from "../../house.ts";
import { type Page, WARNING } from "./page.ts";

/** `/flagz`: with which flags the server was started. */
export const flagzPage = ({ flags }: House): Page => ({
  kind: "Flagz",
  text: () => ["", "apiserver flagz", WARNING, ...lines(flags), ""].join("\n"),
  object: () => ({ flags: { ...flags } }),
});

const lines = (flags: Readonly<Record<string, string>>): string[] =>
  Object.keys(flags)
    .sort()
    .map((name) => `${name}: ${flags[name]}`);
