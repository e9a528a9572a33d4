import { visible, visibleLine } from "../../../report/visible-text.ts";

/** Names of pino's levels, as wide as the longest. */
const LEVELS: Readonly<Record<number, string>> = { 20: "DEBUG", 30: "INFO ", 40: "WARN ", 50: "ERROR" };

/**
 * Formats one line of pino's JSON as text: `09:41:07.123 WARN the text user=jane path=/api/v1/pods`. Times
 * are local. Values with spaces or control characters are quoted, so that a line stays one line whatever
 * clients and webhooks put into it.
 */
export function textLine(json: string): string {
  const { level, time, msg, ...fields }: Record<string, unknown> = JSON.parse(json);
  const said = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  const text = oneLine(String(msg));
  return `${[clock(Number(time)), LEVELS[Number(level)] ?? "     ", text, ...said].join(" ")}\n`;
}

function clock(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
  return `${two(date.getHours())}:${two(date.getMinutes())}:${seconds}`;
}

function plain(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\x21\x23-\x7e]+$/.test(text) ? text : visible(JSON.stringify(text));
}

/** The escapes of JSON for line breaks and tabs are shorter. */
const oneLine = (text: string): string =>
  visibleLine(text) === text ? text : visible(JSON.stringify(text).slice(1, -1));
