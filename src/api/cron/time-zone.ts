import { remembered } from "../remembered.ts";

/** What is wrong with the name of a time zone in Go's words, or undefined; the names are those of this machine. */
export function timeZoneProblem(name: string): string | undefined {
  return isTimeZone(name) ? undefined : `unknown time zone ${name}`;
}

const isTimeZone = remembered(
  (name): boolean => {
    if (name === "UTC" || name === "Local") return true;
    // Offsets are zones to Intl and none to the zone database.
    if (/^[+-]/.test(name)) return false;
    try {
      const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
      // Intl does not mind the case of letters; the database does, aliases begin in capitals like everything in it.
      return timeZone.toLowerCase() === name.toLowerCase() ? timeZone === name : /^[A-Z]/.test(name);
    } catch {
      return false;
    }
  },
  { entries: 1000, longest: 64 },
);
