import { messageOf } from "../../report/describe-error.ts";
import { badRequest } from "../status.ts";
import { invalid } from "../validation/field-error.ts";
import { qualifiedNameProblems } from "../validation/name-format.ts";
import {
  type LabelRequirement,
  type LabelSelector,
  labelSelectorOf,
  makeRequirement,
  type SelectorOperator,
} from "./label-selector.ts";

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

const END: Token = { kind: "end", text: "" };
const SYMBOL_KINDS = [")", ",", "!", "==", "=", ">", "<", "!=", "("] as const;
const SYMBOLS: ReadonlyMap<string, Token> = new Map(SYMBOL_KINDS.map((kind) => [kind, { kind, text: kind }]));
const SYMBOL_CODES: ReadonlySet<number> = new Set(SYMBOL_KINDS.map((kind) => kind.charCodeAt(0)));
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
 * Parses the string form of a label selector, as in `?labelSelector=a in (b,c),!d,e!=f`. The empty string matches
 * everything. Throws a 400 StatusError with the reference's text.
 */
export function parseLabelSelector(text: string): LabelSelector {
  const cursor = new Cursor(text);
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
  const problems = qualifiedNameProblems(token.text);
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
      // A missing item in a list is the empty value: (,a) (a,) (a,,b)
      if (values.length === 0 || next.kind === "," || next.kind === ")") values.push("");
      if (next.kind === ")") return values;
    } else {
      throw badRequest(`found '${token.text}', expected: ',', or identifier`);
    }
  }
}

/**
 * Reads one token after the other, because a selector of a megabyte has hundreds of thousands of them. `in` and
 * `notin` are ordinary words except at the position of an operator.
 */
class Cursor {
  readonly #text: string;
  #at = 0;
  #next: Token;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  peek(): Token {
    return asWord(this.#next);
  }

  take(): Token {
    return asWord(this.takeOperator());
  }

  takeOperator(): Token {
    const token = this.#next;
    this.#next = this.#read();
    return token;
  }

  #read(): Token {
    const text = this.#text;
    while (this.#at < text.length && isBlank(text.charCodeAt(this.#at))) this.#at++;
    if (this.#at >= text.length) return END;
    return this.#symbol() ?? this.#word();
  }

  /** Reads the longest symbol: `==` before `=`, `!=` before `!`. */
  #symbol(): Token | undefined {
    const one = SYMBOLS.get(this.#text.charAt(this.#at));
    if (one === undefined) return undefined;
    const two = SYMBOLS.get(this.#text.slice(this.#at, this.#at + 2)) ?? one;
    this.#at += two.text.length;
    return two;
  }

  #word(): Token {
    const from = this.#at;
    while (this.#at < this.#text.length && isOfWord(this.#text.charCodeAt(this.#at))) this.#at++;
    return wordToken(this.#text.slice(from, this.#at));
  }
}

const asWord = (token: Token): Token =>
  token.kind === "in" || token.kind === "notin" ? { kind: "identifier", text: token.text } : token;

const wordToken = (word: string): Token => ({
  kind: word === "in" || word === "notin" ? word : "identifier",
  text: word,
});

/** True for characters that `\s` matches. */
const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));

const isOfWord = (code: number): boolean => !SYMBOL_CODES.has(code) && !isBlank(code);
