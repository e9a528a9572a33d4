import { quote } from "../../../api/field-error.ts";

const UNITS = new Set(["ns", "us", "µs", "μs", "ms", "s", "m", "h"]);

/** `true` when Go's time.ParseDuration takes the text, else what it says: `time: invalid duration "x"`. */
export function parseGoDuration(text: string): true | string {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return true;
  const invalid = `time: invalid duration ${quote(text)}`;
  if (unsigned === "") return invalid;
  let rest = unsigned;
  while (rest !== "") {
    const number = /^([0-9]+(\.[0-9]*)?|\.[0-9]+)/.exec(rest);
    if (number === null) return invalid;
    rest = rest.slice(number[0].length);
    const unit = /^[^.0-9]*/.exec(rest)?.[0] ?? "";
    if (unit === "") return `time: missing unit in duration ${quote(text)}`;
    if (!UNITS.has(unit)) return `time: unknown unit ${quote(unit)} in duration ${quote(text)}`;
    rest = rest.slice(unit.length);
  }
  return true;
}
