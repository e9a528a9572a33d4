import type { Expr } from "./ast.ts";
import { TOKEN_KINDS, type Token, type TokenKind } from "./lexer.ts";
import type { Issue } from "./source.ts";
import { AFTER_OPERAND, EXPRESSION_STARTS } from "./token-sets.ts";

/** Ends a rule of the grammar: the error has been reported. The rules around it go on behind it. `partial`: what was read. */
export class Abort extends Error {
  readonly partial: Expr | undefined;

  constructor(partial?: Expr) {
    super();
    this.partial = partial;
  }
}

/** Ends the parse: there are too many errors to go on. */
export class TooMuch extends Error {}

/** How often the reference goes on behind an error, over how many tokens, and how many errors it reports (parser.go of cel-go). */
const MOST_ATTEMPTS = 30;
const MOST_SKIPPED = 256;
export const MOST_ERRORS = 100;

/** Tokens one after the other. What is not as expected becomes an issue in the words of the reference's parser. */
export class TokenReader {
  readonly issues: Issue[];
  readonly #tokens: readonly Token[];
  /** What closes the constructs that are open, innermost last. */
  readonly #closers: (readonly TokenKind[])[] = [["<EOF>"]];
  #next = 0;
  #attempts = 0;
  #errors: number;
  /** Since the last error no token was as expected: what else is wrong comes from that error. */
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

  /** What kind the token after the present one has; `<EOF>` when there is none. */
  get following(): TokenKind {
    return this.#tokens[this.#next + 1]?.kind ?? "<EOF>";
  }

  /** Ends a rule: none fits this token and the one after it. */
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

  /** Goes on where one of these or a closer of an open construct stands. */
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

  /** Drops a token if the one behind it is expected. */
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

  /** One token of this kind: drops a superfluous one before it, makes up a missing one, else gives up. */
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

  /** Gives up unless all has been read. */
  end(): void {
    if (this.is("<EOF>")) return;
    this.#attempt();
    const { token } = this;
    const what = this.following === "<EOF>" ? "extraneous" : "mismatched";
    this.abort(token, `${what} input '${token.text}' expecting <EOF>`);
  }

  /** What `read` makes of the tokens, with `closers` as what ends the construct. */
  within<T>(closers: readonly TokenKind[], read: () => T): T {
    this.#closers.push(closers);
    try {
      return read();
    } finally {
      this.#closers.pop();
    }
  }

  /** Gives up unless one of these stands here, perhaps behind a superfluous token; the error names them. */
  startOf(allowed: readonly TokenKind[]): void {
    const { token } = this;
    if (this.#recovering || allowed.includes(token.kind) || this.drop(allowed)) return;
    this.abort(token, `mismatched input '${token.text}' expecting ${listed(allowed)}`);
  }

  /** `a.b.C` if a `{` follows it; consumes it then. */
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

/** `{A, B}`, in the order of the grammar. */
export function listed(kinds: readonly TokenKind[]): string {
  if (kinds.length === 1) return kinds[0]!;
  const ordered = [...kinds].sort((a, b) => TOKEN_KINDS.indexOf(a) - TOKEN_KINDS.indexOf(b));
  return `{${ordered.join(", ")}}`;
}
