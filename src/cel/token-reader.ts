import { TOKEN_KINDS, type Token, type TokenKind } from "./lexer.ts";
import type { Issue } from "./source.ts";
import { AFTER_OPERAND, EXPRESSION_STARTS } from "./token-sets.ts";

/** Ends the parse: the error has been reported, and nothing after it can be trusted. */
export class Abort extends Error {}

/** Tokens one after the other. What is not as expected becomes an issue in the words of the reference's parser. */
export class TokenReader {
  readonly issues: Issue[];
  readonly #tokens: readonly Token[];
  /** What closes the constructs that are open, innermost last. */
  readonly #closers: (readonly TokenKind[])[] = [["<EOF>"]];
  #next = 0;

  constructor(tokens: readonly Token[], issues: readonly Issue[]) {
    this.#tokens = tokens;
    this.issues = [...issues];
  }

  get token(): Token {
    return this.#tokens[this.#next]!;
  }

  /** What kind the token after the present one has; `<EOF>` when there is none. */
  get following(): TokenKind {
    return this.#tokens[this.#next + 1]?.kind ?? "<EOF>";
  }

  is(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }

  take(): Token {
    const token = this.token;
    if (token.kind !== "<EOF>") this.#next++;
    return token;
  }

  accept(kind: TokenKind): Token | undefined {
    return this.is(kind) ? this.take() : undefined;
  }

  /** Back to the token before. */
  back(): void {
    this.#next--;
  }

  syntax(token: Token, text: string): void {
    this.issues.push({ at: token.at, text: `Syntax error: ${text}` });
  }

  abort(token: Token, text: string): never {
    this.syntax(token, text);
    throw new Abort();
  }

  /** One token of this kind: drops a superfluous one before it, makes up a missing one, else gives up. */
  expect(kind: TokenKind, expected: readonly TokenKind[] = [kind]): Token {
    const token = this.token;
    if (token.kind === kind) return this.take();
    if (this.following === kind) {
      this.syntax(token, `extraneous input '${token.text}' expecting ${listed(expected)}`);
      this.#next++;
      return this.take();
    }
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
    const token = this.token;
    const last = this.following === "<EOF>" && token.kind !== "':'";
    this.abort(token, `${last ? "extraneous" : "mismatched"} input '${token.text}' expecting <EOF>`);
  }

  /** What `read` makes of the tokens, with `closers` as what ends the construct. */
  within<T>(closers: readonly TokenKind[], read: () => T): T {
    this.#closers.push(closers);
    const result = read();
    this.#closers.pop();
    return result;
  }

  /** Gives up unless an expression begins here; the error names what may stand here. */
  startOf(allowed: readonly TokenKind[]): void {
    const token = this.token;
    if (EXPRESSION_STARTS.has(token.kind)) return;
    const what = allowed.includes(this.following) ? "extraneous" : "mismatched";
    this.abort(token, `${what} input '${token.text}' expecting ${listed(allowed)}`);
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

/** The input that a failed prediction saw last: nothing at the end of the text. */
export const inputText = (token: Token): string => (token.kind === "<EOF>" ? "" : token.text);

/** `{A, B}`, in the order of the grammar. */
export function listed(kinds: readonly TokenKind[]): string {
  if (kinds.length === 1) return kinds[0]!;
  const ordered = [...kinds].sort((a, b) => TOKEN_KINDS.indexOf(a) - TOKEN_KINDS.indexOf(b));
  return `{${ordered.join(", ")}}`;
}
