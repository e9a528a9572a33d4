import type { Random } from "../../tools/differential/random.ts";

/** Texts that often break parsers: punctuation, ends of ranges, surrogates, names that JavaScript uses. */
const STRANGE = [
  "",
  "\0",
  "\t",
  "\n",
  "\r\n",
  " ",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "é",
  "😀",
  "\x7f",
  "0",
  "-0",
  "00",
  "1e999",
  "1e-999",
  "9223372036854775808",
  "-9223372036854775809",
  "0x10",
  ".5",
  "5.",
  "1e1e1",
  "NaN",
  "true",
  "null",
  "{}",
  "[]",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "`",
  "\\",
  "\\u",
  "\\ud800",
  "\\x00",
  "/",
  "//",
  "~0",
  "~1",
  "~2",
  ":",
  ",",
  ";",
  "=",
  "==",
  "!=",
  "&",
  "&a",
  "*a",
  "|",
  ">",
  "%",
  "%00",
  "%zz",
  "@",
  "#",
  "?",
  "!",
  "!!str",
  "<<",
  "---",
  "...",
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "toString",
  "$patch",
  "$retainKeys",
  ".",
  "..",
  "-",
  "+",
  "(",
  ")",
  "-----BEGIN ",
  "-----END ",
  "-----",
  "\x80",
  "\xff",
  "\x08\x96\x01",
  "k8s\0",
  "s",
  "m",
  "h",
  "ns",
  "µs",
  "Ki",
  "Ei",
  "n",
  "u",
];

/** One of the corpus with some bytes changed, doubled, moved, dropped or taken from another of the corpus. */
export function mutated(corpus: readonly Buffer[], random: Random): Buffer {
  let bytes = random.pick(corpus);
  const changes = random.int(1, 6);
  for (let i = 0; i < changes; i++) bytes = changed(bytes, corpus, random);
  return bytes;
}

function changed(bytes: Buffer, corpus: readonly Buffer[], random: Random): Buffer {
  const from = random.int(0, bytes.length);
  const to = Math.min(bytes.length, from + random.int(0, random.chance(0.1) ? bytes.length : 8));
  const part = bytes.subarray(from, to);
  switch (random.int(0, 6)) {
    case 0:
      return joined(bytes.subarray(0, from), bytes.subarray(to));
    case 1:
      return joined(bytes.subarray(0, from), strange(random), bytes.subarray(from));
    case 2:
      return joined(bytes.subarray(0, from), strange(random), bytes.subarray(to));
    case 3:
      return joined(bytes.subarray(0, to), part, part, bytes.subarray(to));
    case 4: {
      const other = random.pick(corpus);
      const at = random.int(0, other.length);
      return joined(bytes.subarray(0, from), other.subarray(at, at + random.int(0, 40)), bytes.subarray(to));
    }
    case 5:
      return joined(bytes.subarray(0, from), Buffer.from([random.int(0, 255)]), bytes.subarray(from + 1));
    default:
      return repeated(bytes, from, to, random);
  }
}

/** Repeats a part many times, which reveals code that is not linear or uses the call stack. */
function repeated(bytes: Buffer, from: number, to: number, random: Random): Buffer {
  const part = bytes.subarray(from, to);
  if (!random.chance(0.05) || part.length === 0) return bytes;
  const many = Buffer.alloc(Math.min(part.length * random.int(2, 4_000), 16_384), part);
  return joined(bytes.subarray(0, from), many, bytes.subarray(to));
}

const strange = (random: Random): Buffer =>
  Buffer.from(random.pick(STRANGE), random.chance(0.1) ? "latin1" : "utf8");

const joined = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);
