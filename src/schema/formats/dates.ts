const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(.\d+)?(z|[+-]\d{2}:\d{2})$/;

/** `2006-01-02`, a day that exists. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  return month !== undefined && month >= 1 && month <= 12 && dayExists(year ?? 0, month, day ?? 0);
}

function dayExists(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= days;
}

/** RFC 3339 with an offset; seconds end at 59. What follows a second `t` is not looked at. */
export function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  if (time === undefined || !isDate(date)) return false;
  const match = TIME.exec(time);
  if (match === null) return false;
  const [, hours = "", minutes = "", seconds = ""] = match;
  return hours <= "23" && minutes <= "59" && seconds <= "59";
}

const GO_DURATION = /^[-+]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/;
const LOOSE_PART = /(\d+)\s*([A-Za-zµ]+)/g;
const UNITS = /^(ns|us|µs|ms|s|m|h|d|w|wk|nano|micro|milli|sec|min|hr|hour|day|week)$/i;
const LONG_UNITS = /^(nano|micro|milli|sec|min|hour|day|week)/i;

/** Go's durations, and the wordy ones of Scala: `3 days`, `1 hour 5 minutes`. */
export function isDuration(text: string): boolean {
  if (GO_DURATION.test(text)) return true;
  const parts = [...text.matchAll(LOOSE_PART)];
  if (parts.some(([, count = ""]) => BigInt(count) > 9223372036854775807n)) return false;
  return parts.some(
    ([, , unit = ""]) => UNITS.test(unit) || LONG_UNITS.test(unit) || /^[smhdw]$/i.test(unit),
  );
}
