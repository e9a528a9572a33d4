import { parse } from "../../cel/parse/parse.ts";

/** A habit of another language or of a text processor: how to write it in CEL, and what is meant then. */
interface Habit {
  rewrite(expression: string): string;
  readonly says: string;
}

/** Rewrites the parts of an expression that are not in quotes. */
const outside =
  (pattern: RegExp, to: string) =>
  (expression: string): string =>
    partsOf(expression)
      .map((part) => (/^["']/.test(part) ? part : part.replace(pattern, to)))
      .join("");

/** The texts in quotes, and the parts between them. */
function partsOf(expression: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  let quote = "";
  for (let i = 0; i < expression.length; i++) {
    const one = expression.charAt(i);
    if (quote === "" && (one === '"' || one === "'")) {
      parts.push(expression.slice(begin, i));
      [begin, quote] = [i, one];
    } else if (one === quote) {
      parts.push(expression.slice(begin, i + 1));
      [begin, quote] = [i + 1, ""];
    } else if (quote !== "" && one === "\\") i++;
  }
  return [...parts, expression.slice(begin)];
}

const STRAIGHT = `typographic quotes, which a text processor wrote: CEL has straight quotes ' and " only`;

const HABITS: readonly Habit[] = [
  {
    says: STRAIGHT,
    rewrite: (one) =>
      one.replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"').replace(/[\u2018\u2019\u201a]/g, "'"),
  },
  {
    says: STRAIGHT,
    rewrite: (one) =>
      one.replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '""').replace(/[\u2018\u2019\u201a]/g, "''"),
  },
  {
    says: String.raw`a backslash in a text begins an escape: write it twice, \\d, or write r before the text, r'\d'`,
    rewrite: (one) => one.replace(/\\([^abfnrtvxXuU0-7"'\\?`])/g, String.raw`\\$1`),
  },
  {
    says: "CEL has no words for this: write && for and, || for or, ! for not",
    rewrite: (one) => outside(/\bnot\s+/gi, "!")(outside(/\bor\b/gi, "||")(outside(/\band\b/gi, "&&")(one))),
  },
  { says: 'write !(a in b) for "a not in b"', rewrite: outside(/\bnot in\b/g, "in") },
  { says: "write == and !=", rewrite: outside(/([!=])==/g, "$1=") },
  { says: "write == for a comparison", rewrite: outside(/([^=!<>])=([^=])/g, "$1==$2") },
  { says: "write != for unequal", rewrite: outside(/<>/g, "!=") },
  {
    says: "write && and ||",
    rewrite: (one) => outside(/([^|])\|([^|])/g, "$1||$2")(outside(/([^&])&([^&])/g, "$1&&$2")(one)),
  },
  {
    says: "CEL has no [*] for all entries: write list.all(x, …) for each of them, or list.exists(x, …) for one",
    rewrite: outside(/\[\*\]/g, "[0]"),
  },
  {
    says: "an optional key is written a[?'b'], not a?['b']; a.?b for a field that may be absent itself",
    rewrite: outside(/\?\[/g, "[?"),
  },
  { says: "an optional field is written a.?b, not a?.b", rewrite: outside(/\?\./g, ".?") },
  { says: "a.?b.orValue(c) gives another value for an absent one, not ??", rewrite: outside(/\?\?/g, "||") },
  {
    says: "a macro has the variable as its first argument: list.all(x, x > 0), without an arrow",
    rewrite: outside(/ ?[=-]>/g, ","),
  },
  {
    says: "a regular expression is a text in quotes: matches('^a'), without slashes around it",
    rewrite: (one) => one.replace(/\(\s*\/([^/']+)\/\s*\)/g, "('$1')"),
  },
  { says: "leave out what follows the end of the expression", rewrite: (one) => one.replace(/[;,]\s*$/, "") },
  {
    says: "a template that was not rendered",
    rewrite: (one) => one.replace(/\{\{[^{}]*\}\}|\$\([^()]*\)|\$\{[^{}]*\}/g, "1"),
  },
  { says: "the conditional has two values: a ? b : c", rewrite: (one) => `${one} : true` },
  {
    says: "the expression is empty: true always holds",
    rewrite: (one) => (one.trim() === "" ? "true" : one),
  },
];

/** Returns the habit that makes an expression wrong, in brackets: without it there is no error. Empty if none does. */
export function syntaxHint(expression: string): string {
  const isRight = (text: string): boolean => text !== expression && parse(text).kind === "expr";
  const comment = commentHint(expression, isRight);
  if (comment !== "") return comment;
  const found = HABITS.find(({ rewrite }) => isRight(rewrite(expression)));
  return found === undefined
    ? bracketsHint(expression, isRight) || quotesHint(expression, isRight) || ifHint(expression)
    : ` (${found.says})`;
}

/** A comment ends with its line; a folded text of YAML has its lines joined. The comment hides what follows. */
function commentHint(expression: string, isRight: (text: string) => boolean): string {
  const parts = partsOf(expression);
  const at = parts.findIndex((part) => !/^["']/.test(part) && part.includes("//"));
  if (at < 0) return "";
  const before = parts.slice(0, at).join("") + (parts[at] ?? "").split("//", 1)[0];
  const words = expression.slice(before.length).split(/(?<=\s)/);
  const isHidden = words
    .slice(0, MOST_WORDS)
    .some((_, count) => count > 0 && isRight(before + words.slice(count).join("")));
  return isHidden
    ? " (// makes the rest of the line a comment, and the expression has one line only: a folded text (>) joins its lines, a literal one (|) keeps them)"
    : "";
}

const MOST_WORDS = 50;

/** A quote that is not closed, or that is inside of a text in the same quotes. */
function quotesHint(expression: string, isRight: (text: string) => boolean): string {
  for (const quote of [`'`, `"`]) {
    if (isRight(expression + quote)) return ` (the quote ${quote} is missing at the end)`;
    const count = expression.split(quote).length - 1;
    if (count % 2 === 1 && !expression.includes("\\"))
      return ` (the quotes ${quote} do not pair up: a text with ${quote} in it has the other quotes around it)`;
  }
  return "";
}

const ifHint = (expression: string): string =>
  /^\s*if\b/.test(expression) ? ' (CEL has no if: write a ? b : c, or !a || b for "if a, then b")' : "";

/** A bracket that is missing at the end, or one too many. */
function bracketsHint(expression: string, isRight: (text: string) => boolean): string {
  for (const bracket of [")", "]", "}"]) {
    for (let count = 1; count <= MOST; count++)
      if (isRight(expression + bracket.repeat(count)))
        return ` (${count === 1 ? "a bracket" : `${count} brackets`} ${bracket} ${count === 1 ? "is" : "are"} missing at the end, or before it)`;
    if (expression.endsWith(bracket) && isRight(expression.slice(0, -1)))
      return ` (there is one bracket ${bracket} too many)`;
  }
  return "";
}

const MOST = 3;
