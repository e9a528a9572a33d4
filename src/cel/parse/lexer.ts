import type { Issue } from "./source.ts";

/**
 * Kinds of tokens, in the order in which the reference lists expected tokens; the text is the reference's
 * name.
 */
export const TOKEN_KINDS = [
  "'=='",
  "'!='",
  "'in'",
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'&&'",
  "'||'",
  "'['",
  "']'",
  "'{'",
  "'}'",
  "'('",
  "')'",
  "'.'",
  "','",
  "'-'",
  "'!'",
  "'?'",
  "':'",
  "'+'",
  "'*'",
  "'/'",
  "'%'",
  "'true'",
  "'false'",
  "'null'",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
  "ESC_IDENTIFIER",
  "<EOF>",
] as const;

/** Kind of a token, as syntax errors name it. */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A token of an expression. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Index of its first code point. */
  readonly at: number;
  /** White space and comments before the token. */
  readonly hidden: string;
}

const PUNCTUATION: readonly string[] = TOKEN_KINDS.filter((kind) => /^'\W+'$/.test(kind))
  .map((kind) => kind.slice(1, -1))
  .sort((a, b) => b.length - a.length);

const KEYWORDS: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

const SPACE = /[\t \r\n\f]+|\/\/[^\n]*/y;
const NUMBERS: readonly (readonly [TokenKind, RegExp])[] = [
  ["NUM_FLOAT", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["NUM_UINT", /(?:\d+|0x[0-9a-fA-F]+)[uU]/y],
  ["NUM_INT", /(?:0x[0-9a-fA-F]+|\d+)/y],
];
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPED_IDENTIFIER = /`[A-Za-z0-9_.\-/ ]+`/y;
const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const STRINGS: readonly RegExp[] = [
  new RegExp(`[bB]?"""(?:${ESCAPE}|[^\\\\])*?"""`, "y"),
  new RegExp(`[bB]?'''(?:${ESCAPE}|[^\\\\])*?'''`, "y"),
  /[bB]?[rR]"""[\s\S]*?"""/y,
  /[bB]?[rR]'''[\s\S]*?'''/y,
  new RegExp(`[bB]?"(?:${ESCAPE}|[^\\\\"\\n\\r])*"`, "y"),
  new RegExp(`[bB]?'(?:${ESCAPE}|[^\\\\'\\n\\r])*'`, "y"),
  /[bB]?[rR]"[^"\n\r]*"/y,
  /[bB]?[rR]'[^'\n\r]*'/y,
];

/** Splits a source into tokens, ending in EOF, and reports characters that are not part of a token. */
export function tokenize(source: string): {
  readonly tokens: readonly Token[];
  readonly issues: readonly Issue[];
} {
  return new Lexer(source).run();
}

class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  readonly #issues: Issue[] = [];
  #index = 0;
  #hidden = "";
  /** Code points before `#index`. */
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): { tokens: Token[]; issues: Issue[] } {
    while (this.#index < this.#source.length) this.#next();
    this.#tokens.push({ kind: "<EOF>", text: "<EOF>", at: this.#at, hidden: this.#hidden });
    return { tokens: this.#tokens, issues: this.#issues };
  }

  #next(): void {
    const space = this.#match(SPACE);
    if (space !== undefined) this.#space(space);
    else if (!this.#string() && !this.#number() && !this.#word() && !this.#punctuation()) this.#unknown();
  }

  #space(text: string): void {
    this.#hidden += text;
    this.#advance(text);
  }

  #string(): boolean {
    for (const pattern of STRINGS) {
      const text = this.#match(pattern);
      if (text !== undefined) return this.#token(/^[bB]/.test(text) ? "BYTES" : "STRING", text);
    }
    return false;
  }

  #number(): boolean {
    let best: readonly [TokenKind, string] | undefined;
    for (const [kind, pattern] of NUMBERS) {
      const text = this.#match(pattern);
      if (text !== undefined && text.length > (best?.[1].length ?? 0)) best = [kind, text];
    }
    return best !== undefined && this.#token(best[0], best[1]);
  }

  #word(): boolean {
    const escaped = this.#match(ESCAPED_IDENTIFIER);
    if (escaped !== undefined) return this.#token("ESC_IDENTIFIER", escaped);
    const text = this.#match(IDENTIFIER);
    if (text === undefined) return false;
    return this.#token(KEYWORDS.has(text) ? (`'${text}'` as TokenKind) : "IDENTIFIER", text);
  }

  #punctuation(): boolean {
    const text = PUNCTUATION.find((candidate) => this.#source.startsWith(candidate, this.#index));
    return text !== undefined && this.#token(`'${text}'` as TokenKind, text);
  }

  /** Skips an incomplete token up to the character at which it becomes invalid. */
  #unknown(): void {
    const length = this.#brokenLength();
    const text = this.#source.slice(this.#index, this.#index + length);
    this.#issues.push({ at: this.#at, text: `Syntax error: token recognition error at: '${text}'` });
    this.#advance(text);
  }

  #brokenLength(): number {
    const rest = this.#source.slice(this.#index);
    const begin = BROKEN_STRING.exec(rest)?.[0] ?? BROKEN_OPERATOR.exec(rest)?.[0] ?? "";
    const failing = String.fromCodePoint(rest.codePointAt(begin.length) ?? 0);
    return begin.length < rest.length ? begin.length + failing.length : begin.length;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    return pattern.exec(this.#source)?.[0];
  }

  #token(kind: TokenKind, text: string): true {
    this.#tokens.push({ kind, text, at: this.#at, hidden: this.#hidden });
    this.#hidden = "";
    this.#advance(text);
    return true;
  }

  #advance(text: string): void {
    this.#index += text.length;
    for (const _ of text) this.#at++;
  }
}

const BROKEN_ESCAPE = String.raw`\\(?:[0-3][0-7]?|[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7})?`;
const BROKEN_STRING = new RegExp(
  `^(?:"(?:${ESCAPE}|[^\\\\"\\n\\r])*|'(?:${ESCAPE}|[^\\\\'\\n\\r])*)(?:${BROKEN_ESCAPE})?`,
);
const BROKEN_OPERATOR = /^(?:[=&|]|`[A-Za-z0-9_.\-/ ]*)/;
