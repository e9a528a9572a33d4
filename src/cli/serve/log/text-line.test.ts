import { expect, it } from "vitest";
import { textLine } from "./text-line.ts";

const line = (fields: object): string =>
  textLine(JSON.stringify({ level: 40, time: 0, ...fields })).slice(13);

it.each([
  [{ msg: "request failed", path: "/api", user: "jane" }, "WARN  request failed path=/api user=jane\n"],
  [{ msg: "x", level: 50, error: "two words", lost: 3 }, 'ERROR x error="two words" lost=3\n'],
  [{ msg: "a\nb", user: "\u001b[31m" }, 'WARN  a\\nb user="\\u001b[31m"\n'],
  [{ msg: "x", user: "a\u202eb" }, 'WARN  x user="a\\u202eb"\n'],
])("textLine of %j is one line that no value can break", (fields, expected) => {
  expect(line(fields)).toBe(expected);
});

it("textLine begins with the time of day", () => {
  expect(textLine('{"level":30,"time":1700000000123,"msg":"x"}')).toMatch(/^\d\d:\d\d:20\.123 INFO {2}x\n$/);
});
