const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Prints an age as tables do: `5s`, `3m20s`, `2h`, `4d3h`, `2y10d` (apimachinery duration.HumanDuration). */
export function humanDuration(milliseconds: number): string {
  const whole = (unit: number): number => Math.trunc(milliseconds / unit);
  if (whole(SECOND) < -1) return "<invalid>";
  if (milliseconds < 0) return "0s";
  if (milliseconds < 2 * MINUTE) return `${whole(SECOND)}s`;
  if (milliseconds < 10 * MINUTE) return joined(milliseconds, MINUTE, "m", SECOND, "s");
  if (milliseconds < 3 * HOUR) return `${whole(MINUTE)}m`;
  if (milliseconds < 8 * HOUR) return joined(milliseconds, HOUR, "h", MINUTE, "m");
  if (milliseconds < 2 * DAY) return `${whole(HOUR)}h`;
  if (milliseconds < 8 * DAY) return joined(milliseconds, DAY, "d", HOUR, "h");
  if (milliseconds < 2 * YEAR) return `${whole(DAY)}d`;
  if (milliseconds < 8 * YEAR) return joined(milliseconds, YEAR, "y", DAY, "d");
  return `${whole(YEAR)}y`;
}

function joined(
  milliseconds: number,
  big: number,
  bigName: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.trunc((milliseconds % big) / small);
  const first = `${Math.trunc(milliseconds / big)}${bigName}`;
  return rest === 0 ? first : `${first}${rest}${smallName}`;
}
