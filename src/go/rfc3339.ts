const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(.\d+)?(z|[+-]\d{2}:\d{2})$/u;

/** True for an existing day in the form `2006-01-02` (IsDate and IsDateTime of kube-openapi's strfmt). */
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

/** True for a time of RFC 3339 with an offset and seconds up to 59. Text after a second `t` is not checked. */
export function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  if (time === undefined || !isDate(date)) return false;
  const match = TIME.exec(time);
  if (match === null) return false;
  const [, hours = "", minutes = "", seconds = ""] = match;
  return hours <= "23" && minutes <= "59" && seconds <= "59";
}
