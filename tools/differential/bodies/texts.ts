import type { Json, JsonObject } from "../../../src/json/value.ts";
import { isJsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

/** A JSON text of an object with keys given twice, unknown and in another case; seldom broken. */
export function strayJson(random: Random, value: Json): string {
  return objectText(random, value, random.pick([0.05, 0.15]));
}

const STRAY: readonly (readonly [string, string])[] = [
  ["unknown", "1"],
  ["unknown", '"x"'],
  ["unknown", '{"a":1,"a":2}'],
  ["zzz", "null"],
  ["a b", "[]"],
  ["a.b", "{}"],
  ["", "1"],
  ["<&>", "1"],
  ["é", "true"],
];

function objectText(random: Random, value: Json, often: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => objectText(random, item, often)).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]): [string, string] => [
    key,
    objectText(random, member ?? null, often),
  ]);
  const [first] = members;
  if (first !== undefined && random.chance(often)) members.push(random.pick(members));
  if (random.chance(often)) members.splice(random.int(0, members.length), 0, [...random.pick(STRAY)]);
  if (random.chance(often / 3)) members.push(members[members.length - 1] ?? ["a", "1"]);
  if (first !== undefined && random.chance(often / 3)) members.push([otherCase(first[0]), first[1]]);
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

const otherCase = (key: string): string =>
  key.charAt(0) === key.charAt(0).toUpperCase()
    ? key.toLowerCase()
    : key.charAt(0).toUpperCase() + key.slice(1);

/** A YAML text in block style with keys given twice and unknown ones. */
export function strayYaml(random: Random, value: Json): string {
  return blockText(random, value, 0, random.pick([0.05, 0.15])).trimStart();
}

function blockText(random: Random, value: Json, indent: number, often: number): string {
  const pad = "  ".repeat(indent);
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value
      .map((item) => `\n${pad}-${inItem(blockText(random, item, indent + 1, often), indent)}`)
      .join("");
  }
  if (!isJsonObject(value)) return ` ${scalar(random, value)}`;
  const members = membersOf(random, value, indent, often);
  return members.length === 0 ? " {}" : members.map(([key, text]) => `\n${pad}${key}:${text}`).join("");
}

/** An item that is a map begins in the line of its dash. */
const inItem = (text: string, indent: number): string =>
  text.startsWith(`\n${"  ".repeat(indent + 1)}`) ? ` ${text.trimStart()}` : text;

function membersOf(random: Random, value: JsonObject, indent: number, often: number): [string, string][] {
  const members = Object.entries(value).map(([key, member]): [string, string] => [
    keyText(key),
    blockText(random, member ?? null, indent + 1, often),
  ]);
  if (members.length > 0 && random.chance(often)) members.push(random.pick(members));
  if (random.chance(often))
    members.splice(random.int(0, members.length), 0, [
      random.pick(["unknown", "zzz", "a.b", "1", "true", "null", '"<"']),
      random.pick([" 1", " x", " {a: 1, a: 2}", " [1]", ""]),
    ]);
  return members;
}

const keyText = (key: string): string => (/^[\w./-]+$/.test(key) ? key : JSON.stringify(key));

const scalar = (random: Random, value: Json): string =>
  typeof value === "string" && /^[A-Za-z][\w./-]*$/.test(value) && random.chance(0.8)
    ? value
    : JSON.stringify(value);

const INSERTED = [
  "\t",
  " ",
  "  ",
  "\n",
  "- ",
  ": ",
  ":",
  "{",
  "}",
  "[",
  "]",
  ",",
  "'",
  '"',
  "#",
  " #",
  "&a ",
  "*a",
  "!x ",
  "!!str ",
  "|",
  ">",
  "|2\n",
  "%",
  "@",
  "`",
  "?",
  "? ",
  "---\n",
  "...\n",
  "\\",
  "\u0000",
  "\u0007",
  "é",
  "\ufeff",
  "<<: ",
  "~",
  "=",
  "0x1F",
  "1_000",
  "0b1",
  ".inf",
  "yes",
  "2026-01-02",
  "\r",
  "%YAML 1.2\n",
  "\u0085",
  "\u2028",
];

/** A text with something put in, cut out or doubled. */
export function broken(random: Random, text: string): string {
  let made = text;
  for (let i = random.int(1, 2); i > 0; i--) {
    const at = random.int(0, made.length);
    const turn = random.next();
    if (turn < 0.55) made = made.slice(0, at) + random.pick(INSERTED) + made.slice(at);
    else if (turn < 0.75) made = made.slice(0, at) + made.slice(at + random.int(1, 4));
    else if (turn < 0.85) made = made.slice(0, at);
    else if (turn < 0.95) made = made.slice(0, at) + made.slice(Math.max(0, at - 12));
    else made = random.pick(INSERTED) + made;
  }
  return made;
}
