import { messageOf } from "./describe-error.ts";
import { invalid } from "./field-error.ts";
import {
  type LabelRequirement,
  type LabelSelector,
  labelSelectorOf,
  makeRequirement,
  type SelectorOperator,
} from "./label-selector.ts";
import { labelKeyProblems } from "./name-format.ts";
import { badRequest } from "./status.ts";

type TokenKind =
  | "end"
  | "identifier"
  | "error"
  | ")"
  | ","
  | "!"
  | "=="
  | "="
  | ">"
  | "<"
  | "in"
  | "!="
  | "notin"
  | "(";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const SYMBOLS: ReadonlySet<string> = new Set([")", ",", "!", "==", "=", ">", "<", "!=", "("]);
const BINARY: Readonly<Record<string, SelectorOperator>> = {
  in: "in",
  notin: "notin",
  "=": "=",
  "==": "==",
  "!=": "!=",
  ">": "gt",
  "<": "lt",
};
const OPERATOR_NAMES = "in, notin, =, ==, !=, gt, lt";

/**
 * The string form of a label selector, as in `?labelSelector=a in (b,c),!d,e!=f`. The empty string selects everything.
 * Throws a 400 StatusError with the reference's text.
 */
export function parseLabelSelector(text: string): LabelSelector {
  const cursor = new Cursor(scan(text));
  const requirements: LabelRequirement[] = [];
  while (true) {
    const next = cursor.peek();
    if (next.kind === "end") return labelSelectorOf(requirements);
    if (next.kind !== "identifier" && next.kind !== "!") {
      throw badRequest(`found '${next.text}', expected: !, identifier, or 'end of string'`);
    }
    requirements.push(parseRequirement(cursor));
    if (endsAfterRequirement(cursor)) return labelSelectorOf(requirements);
  }
}

function endsAfterRequirement(cursor: Cursor): boolean {
  const token = cursor.take();
  if (token.kind === "end") return true;
  if (token.kind !== ",") throw badRequest(`found '${token.text}', expected: ',' or 'end of string'`);
  const next = cursor.peek();
  if (next.kind !== "identifier" && next.kind !== "!") {
    throw badRequest(`found '${next.text}', expected: identifier after ','`);
  }
  return false;
}

function parseRequirement(cursor: Cursor): LabelRequirement {
  try {
    return readRequirement(cursor);
  } catch (error) {
    throw badRequest(`unable to parse requirement: ${messageOf(error)}`);
  }
}

function readRequirement(cursor: Cursor): LabelRequirement {
  const first = cursor.take();
  const negated = first.kind === "!";
  const key = readKey(negated ? cursor.take() : first);
  const next = cursor.peek().kind;
  if (negated) return makeRequirement(key, "!", []);
  if (next === "end" || next === ",") return makeRequirement(key, "exists", []);
  const operator = readOperator(cursor.takeOperator());
  const values = operator === "in" || operator === "notin" ? readList(cursor) : readValue(cursor);
  return makeRequirement(key, operator, [...new Set(values)].sort());
}

function readKey(token: Token): string {
  if (token.kind !== "identifier") throw badRequest(`found '${token.text}', expected: identifier`);
  const problems = labelKeyProblems(token.text);
  if (problems.length === 0) return token.text;
  const { field, message } = invalid("<nil>", token.text, problems.join("; "));
  throw badRequest(`${field}: ${message}`);
}

function readOperator(token: Token): SelectorOperator {
  const operator = Object.hasOwn(BINARY, token.kind) ? BINARY[token.kind] : undefined;
  if (operator === undefined) throw badRequest(`found '${token.text}', expected: ${OPERATOR_NAMES}`);
  return operator;
}

function readValue(cursor: Cursor): string[] {
  const next = cursor.peek();
  if (next.kind === "end" || next.kind === ",") return [""];
  const token = cursor.take();
  if (token.kind !== "identifier") throw badRequest(`found '${token.text}', expected: identifier`);
  return [token.text];
}

function readList(cursor: Cursor): string[] {
  const open = cursor.take();
  if (open.kind !== "(") throw badRequest(`found '${open.text}' expected: '('`);
  const first = cursor.peek();
  if (first.kind === ")") {
    cursor.take();
    return [""];
  }
  if (first.kind !== "identifier" && first.kind !== ",") {
    throw badRequest(`found '${first.text}', expected: ',', ')' or identifier`);
  }
  const values = readIdentifiers(cursor);
  if (cursor.take().kind !== ")") throw badRequest(`found '${first.text}', expected: ')'`);
  return values;
}

function readIdentifiers(cursor: Cursor): string[] {
  const values: string[] = [];
  while (true) {
    const token = cursor.take();
    const next = cursor.peek();
    if (token.kind === "identifier") {
      values.push(token.text);
      if (next.kind === ")") return values;
      if (next.kind !== ",") throw badRequest(`found '${next.text}', expected: ',' or ')'`);
    } else if (token.kind === ",") {
      // A blank place in a list is the empty value: (,a) (a,) (a,,b)
      if (values.length === 0 || next.kind === "," || next.kind === ")") values.push("");
      if (next.kind === ")") return values;
    } else {
      throw badRequest(`found '${token.text}', expected: ',', or identifier`);
    }
  }
}

/** `in` and `notin` are words like any other except where an operator stands. */
class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }
  peek(): Token {
    const token = this.#tokens[this.#at] ?? { kind: "end", text: "" };
    return token.kind === "in" || token.kind === "notin" ? { kind: "identifier", text: token.text } : token;
  }
  take(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }
  takeOperator(): Token {
    const token = this.#tokens[this.#at] ?? { kind: "end", text: "" };
    this.#at += 1;
    return token;
  }
}

const PIECES = /([=!(),><]+)|([^=!(),><\s]+)/g;

function scan(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [, symbols, word] of text.matchAll(PIECES)) {
    if (word !== undefined) tokens.push(wordToken(word));
    else for (const token of symbolTokens(symbols ?? "")) tokens.push(token);
  }
  return tokens;
}

function wordToken(word: string): Token {
  return { kind: word === "in" || word === "notin" ? word : "identifier", text: word };
}

/** The longest symbol wins: `==` before `=`, `!=` before `!`. */
function symbolTokens(run: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < run.length; ) {
    const two = run.slice(at, at + 2);
    const text = SYMBOLS.has(two) ? two : run.slice(at, at + 1);
    tokens.push({ kind: text as TokenKind, text });
    at += text.length;
  }
  return tokens;
}
