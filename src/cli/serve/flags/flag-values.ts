import type { ServeFlags } from "./serve-flags.ts";

/** Flags by the names that are typed, as `/flagz` shows them: `secure-port`, lists in brackets. */
export const flagValues = (flags: ServeFlags): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [typedName(name), text(value)]));

const typedName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const text = (value: unknown): string => (Array.isArray(value) ? `[${value.join(",")}]` : String(value));
