import type { Random } from "../random.ts";

const TOKENS = /"(?:[^"\\]|\\.)*"|[\w.+-]+|./gsu;
const STRAY = [
  ...'{}[],:"\\ \n\t\r\u007f\u0085\u2028\ufffe\ufeff\u00e9',
  "null",
  "tru",
  "1",
  "-0",
  "1.50",
  "1e400",
  "18446744073709551616",
  '"metadata":',
  '"\\ud800"',
  "//",
];

/** Probability of a change for each character or token. */
const CHANCE = 0.06;

/**
 * The same JSON in another form: escapes in texts, white space between tokens. `numbers`: also other forms of whole
 * numbers.
 */
export function respelled(random: Random, json: string, { numbers = false } = {}): string {
  const tokens = json.match(TOKENS) ?? [];
  return tokens
    .map((token) => (numbers && /^\d{1,15}$/.test(token) ? number(random, token) : spelled(random, token)))
    .join("");
}

function spelled(random: Random, token: string): string {
  if (token.startsWith('"')) return token.includes("{{") ? token : escaped(random, token);
  return /^[,:{[]$/.test(token) && random.chance(CHANCE) ? token + random.pick([" ", "\n", "\t"]) : token;
}

const number = (random: Random, token: string): string =>
  random.chance(CHANCE) ? token + random.pick([".0", "e0", "E+0", ".00"]) : token;

/**
 * Escapes a text in the ways of several encoders: Go's escapes HTML characters, PHP's the slash, others escape any
 * character.
 */
const escaped = (random: Random, text: string): string =>
  text.replace(/\\.|[^"\\]/gsu, (c) => {
    if (c.length > 1 || !random.chance(CHANCE)) return c;
    if (c === "/" && random.chance(0.5)) return "\\/";
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });

/** JSON that has lost, gained or changed a token. */
export function mistakenJson(random: Random, json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  const at = random.int(0, tokens.length);
  tokens.splice(at, random.int(0, 1), ...random.pick([[], [random.pick(STRAY)], [random.pick(STRAY)]]));
  return tokens.join("");
}
