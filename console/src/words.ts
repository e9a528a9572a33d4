/** `12:04:31.250`, in the time of the reader. */
export function timeText(time: string | number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** `0.4 ms`, `12 ms`, `1.25 s`, `60 s`. */
export function milliseconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} ms`;
  return value < 1000
    ? `${Math.round(value)} ms`
    : `${value >= 10_000 ? Math.round(value / 1000) : Math.round(value / 10) / 100} s`;
}

/** The JSON pointer `/webhooks/0/rules` as `webhooks[0].rules`; other places, such as `file.yaml:3`, as they are. */
export function placeText(at: string): string {
  if (!at.startsWith("/") || /:\d+$/.test(at)) return at;
  const parts = at.slice(1).split("/");
  return parts
    .map((part) => partText(part.replaceAll("~1", "/").replaceAll("~0", "~")))
    .join("")
    .replace(/^\./, "");
}

function partText(part: string): string {
  if (/^\d+$/.test(part)) return `[${part}]`;
  return /^[A-Za-z]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}
