import { isIP } from "node:net";

const ATOM = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\u{10ffff}]+";
const DOT_ATOM = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED = '"(?:[^"\\\\\\u0000-\\u001f\\u007f]|\\\\[\\t -~])*"';
const LITERAL = "\\[([^\\[\\]\\\\\\u0000-\\u0020]*)\\]";
const ADDRESS = `(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|${LITERAL})`;

const PLAIN = new RegExp(`^${ADDRESS}$`, "u");
const WORD = new RegExp(`^(?:${QUOTED}|[^\\s"<>()@,;:\\\\\\[\\]]+)[\\t ]*`, "u");

/** One address as net/mail parses it: `a@b` or `Name <a@b>`, with an optional comment in parentheses after it. */
export function isEmail(text: string): boolean {
  const bare = withoutComment(text.trim());
  if (isAddress(bare)) return true;
  const angle = bare.lastIndexOf("<");
  if (angle < 0 || !bare.endsWith(">")) return false;
  return isAddress(bare.slice(angle + 1, -1).trim()) && isPhrase(bare.slice(0, angle).trim());
}

/** Accepts an address without a name. A part in brackets must be an IP address. */
function isAddress(text: string): boolean {
  const match = PLAIN.exec(text);
  const literal = match?.[1];
  return match !== null && (literal === undefined || (isIP(literal) !== 0 && !literal.includes("%")));
}

function withoutComment(text: string): string {
  const open = text.endsWith(")") ? text.lastIndexOf("(") : -1;
  const isComment = open >= 0 && text.indexOf(")", open) === text.length - 1;
  return isComment ? text.slice(0, open).trimEnd() : text;
}

/** Accepts the name before the angle brackets: words, quoted or not; it may be empty. */
function isPhrase(text: string): boolean {
  let rest = text;
  while (rest !== "") {
    const word = WORD.exec(rest);
    if (word === null) return false;
    rest = rest.slice(word[0].length);
  }
  return true;
}
