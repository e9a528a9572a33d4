import { expect, test } from "vitest";
import { parseYaml } from "./read-yaml.ts";
import { isSameAsJson } from "./same-as-json.ts";

const outcome = (read: (text: string) => unknown, text: string): unknown => {
  try {
    return read(text);
  } catch {
    return "refused";
  }
};

test.each([
  '{"a":"\x7f"}',
  '{"a":"\x80"}',
  '{"a":"\ufffe"}',
  '{"a":1}\n\t',
  '{"a":1}\r \t\n',
  '{"a":"x \u2028 y"}',
])("YAML reads %j otherwise", (text) => {
  expect(isSameAsJson(text)).toBe(false);
  expect(outcome(parseYaml, text)).not.toEqual(JSON.parse(text));
});

test.each(['{"a":1}\t', '{"a":1} \t\n', '{\t"a"\t:\n\t[1.0,\t"\u00e9"]\n}\n\n'])(
  "YAML reads %j alike",
  (text) => {
    expect(isSameAsJson(text)).toBe(true);
    expect(outcome(parseYaml, text)).toEqual(JSON.parse(text));
  },
);
