import { type Given, type GivenFlags, typed } from "../../flags/flag.ts";

/** Flags by the names that are typed, as `/flagz` shows them: `secure-port`, lists in brackets. */
export const flagValues = (flags: GivenFlags): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [typed(name), text(value)]));

const text = (value: Given): string => (typeof value === "object" ? `[${value.join(",")}]` : String(value));
