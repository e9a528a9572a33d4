import type { Expr } from "./ast.ts";
import { TOKEN_KINDS, type Token, type TokenKind } from "./lexer.ts";
import type { Issue } from "./source.ts";
import { AFTER_OPERAND, EXPRESSION_STARTS } from "./token-sets.ts";

/**
 * Ends a rule of the grammar after its error was reported. The outer rules continue after it. `partial` is
 * the expression read so far.
 */
export class Abort extends Error {
  readonly partial: Expr | undefined;

  constructor(partial?: Expr) {
    super();
    this.partial = partial;
  }
}

/** Ends the parse after too many errors. */
export class TooMuch extends Error {}

/**
 * Limits of the reference: recoveries after errors, skipped tokens in one recovery, and reported errors
 * (parser.go of cel-go).
 */
const MOST_ATTEMPTS = 30;
const MOST_SKIPPED = 256;
export const MOST_ERRORS = 100;

/** Reads tokens one after the other. Unexpected tokens become issues in the words of the reference's parser. */
export class TokenReader {
  readonly issues: Issue[];
  readonly #tokens: readonly Token[];
  /** Tokens that close the open constructs, innermost last. */
  readonly #closers: (readonly TokenKind[])[] = [["<EOF>"]];
  #next = 0;
  #attempts = 0;
  #errors: number;
  /** True if no token was as expected since the last error: further errors are consequences of it. */
  #recovering = false;

  constructor(tokens: readonly Token[], issues: readonly Issue[]) {
    this.#tokens = tokens;
    this.issues = [...issues];
    this.#errors = issues.length;
  }

  get recovering(): boolean {
    return this.#recovering;
  }

  get token(): Token {
    return this.#tokens[this.#next]!;
  }

  /** Kind of the token after the present one; `<EOF>` if there is none. */
  get following(): TokenKind {
    return this.#tokens[this.#next + 1]?.kind ?? "<EOF>";
  }

  /** Ends a rule with an error: no alternative matches this token and the next one. */
  noViable(): never {
    const from = this.token;
    const to = this.#tokens[this.#next + 1] ?? from;
    const last = to.kind === "<EOF>" ? "" : to.text;
    const text = `${from.text}${to.hidden}${last}`;
    const word = /^.(true|false|null)$/.exec(text)?.[1];
    this.abort(
      to,
      word === undefined
        ? `no viable alternative at input '${text}'`
        : `mismatched input '${word}' expecting IDENTIFIER`,
    );
  }

  is(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }

  take(): Token {
    this.#recovering = false;
    return this.#skip();
  }

  #skip(): Token {
    const token = this.token;
    if (token.kind !== "<EOF>") this.#next++;
    return token;
  }

  accept(kind: TokenKind): Token | undefined {
    return this.is(kind) ? this.take() : undefined;
  }

  syntax(token: Token, text: string): void {
    if (!this.#recovering) this.#report(token, text);
    this.#recovering = true;
  }

  #report(token: Token, text: string): void {
    const isLast = this.#errors++ === MOST_ERRORS;
    const says = isLast ? `More than ${MOST_ERRORS} syntax errors` : text;
    this.issues.push({ at: token.at, text: `Syntax error: ${says}` });
    if (isLast) throw new TooMuch();
  }

  #attempt(): void {
    if (this.#attempts++ < MOST_ATTEMPTS) return;
    this.#report(this.token, `error recovery attempt limit exceeded: ${MOST_ATTEMPTS}`);
    throw new TooMuch();
  }

  /** Continues at the next token of these, or at a closing token of an open construct. */
  recover(followers: ReadonlySet<TokenKind>): void {
    this.#attempt();
    const closers = new Set(this.#closers.flat());
    for (let skipped = 0; !followers.has(this.token.kind) && !closers.has(this.token.kind); skipped++) {
      if (skipped === MOST_SKIPPED) this.#skippedTooMany();
      this.#skip();
    }
  }

  #skippedTooMany(): never {
    this.issues.push({ at: -1, text: `error recovery token lookahead limit exceeded: ${MOST_SKIPPED}` });
    throw new TooMuch();
  }

  /** Drops a token if the next one is expected. */
  drop(expected: readonly TokenKind[]): boolean {
    if (!expected.includes(this.following)) return false;
    this.syntax(this.token, `extraneous input '${this.token.text}' expecting ${listed(expected)}`);
    this.#skip();
    this.#recovering = false;
    return true;
  }

  abort(token: Token, text: string): never {
    this.syntax(token, text);
    throw new Abort();
  }

  /**
   * Reads a token of this kind: drops a superfluous token before it, or assumes a missing one; otherwise ends
   * the rule.
   */
  expect(kind: TokenKind, expected: readonly TokenKind[] = [kind]): Token {
    const token = this.token;
    if (token.kind === kind) return this.take();
    this.#attempt();
    if (this.following === kind && this.drop(expected)) return this.take();
    if (expected.length === 1 && this.#mayFollow(kind, token.kind)) {
      this.syntax(token, `missing ${kind} at '${token.text}'`);
      return token;
    }
    this.abort(token, `mismatched input '${token.text}' expecting ${listed(expected)}`);
  }

  #mayFollow(missing: TokenKind, kind: TokenKind): boolean {
    if (missing === "':'") return EXPRESSION_STARTS.has(kind);
    return AFTER_OPERAND.has(kind) || this.#closers.at(-1)!.includes(kind);
  }

  /** Ends the parse with an error unless all tokens were read. */
  end(): void {
    if (this.is("<EOF>")) return;
    this.#attempt();
    const { token } = this;
    const what = this.following === "<EOF>" ? "extraneous" : "mismatched";
    this.abort(token, `${what} input '${token.text}' expecting <EOF>`);
  }

  /** Returns the result of `read`, with `closers` as the tokens that end the construct. */
  within<T>(closers: readonly TokenKind[], read: () => T): T {
    this.#closers.push(closers);
    try {
      return read();
    } finally {
      this.#closers.pop();
    }
  }

  /**
   * Ends the rule unless the next token is one of these, possibly after a superfluous one. The error lists
   * them.
   */
  startOf(allowed: readonly TokenKind[]): void {
    const { token } = this;
    if (this.#recovering || allowed.includes(token.kind) || this.drop(allowed)) return;
    this.abort(token, `mismatched input '${token.text}' expecting ${listed(allowed)}`);
  }

  /** Reads `a.b.C` if a `{` follows it; otherwise reads nothing. */
  messageName(first: string): string | undefined {
    let index = this.#next;
    let name = first;
    while (this.#tokens[index]?.kind === "'.'" && this.#tokens[index + 1]?.kind === "IDENTIFIER") {
      name += `.${this.#tokens[index + 1]?.text}`;
      index += 2;
    }
    if (this.#tokens[index]?.kind !== "'{'") return undefined;
    this.#next = index;
    return name;
  }
}

/** Formats a list of tokens: `{A, B}`, in the order of the grammar. */
export function listed(kinds: readonly TokenKind[]): string {
  if (kinds.length === 1) return kinds[0]!;
  const ordered = [...kinds].sort((a, b) => TOKEN_KINDS.indexOf(a) - TOKEN_KINDS.indexOf(b));
  return `{${ordered.join(", ")}}`;
}
