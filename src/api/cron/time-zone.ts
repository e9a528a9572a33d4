import { remembered } from "../../async/remembered.ts";

/**
 * Returns Go's error text for an unknown time zone, or undefined for a known one. The known zones are those of this
 * machine.
 */
export function timeZoneProblem(name: string): string | undefined {
  return isTimeZone(name) ? undefined : badZone(name);
}

/** Go's error text for a time zone that cannot be loaded (time/zoneinfo.go, LoadLocation). */
export const badZone = (name: string): string =>
  /\.\.|^[/\\]/.test(name) ? "time: invalid location name" : `unknown time zone ${name}`;

const isTimeZone = remembered(
  (name): boolean => {
    if (name === "UTC" || name === "Local") return true;
    // Intl accepts offsets as zones; the zone database does not contain them.
    if (/^[+-]/.test(name)) return false;
    try {
      const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
      // Intl ignores case, but names in the zone database are case-sensitive. Aliases begin with a capital letter, as
      // all names there.
      return timeZone.toLowerCase() === name.toLowerCase() ? timeZone === name : /^[A-Z]/.test(name);
    } catch {
      return false;
    }
  },
  { entries: 1000, longest: 64 },
);
