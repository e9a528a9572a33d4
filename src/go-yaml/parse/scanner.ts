import { refuseAt, YamlError } from "../yaml-error.ts";
import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanDirective } from "./scan-directive.ts";
import { scanPlain, scanQuoted } from "./scan-flow-scalar.ts";
import { scanAnchor, scanTag } from "./scan-tag.ts";
import { isBlankOrEnd, isBreak, type Mark, Source } from "./source.ts";
import type { Token, TokenType } from "./token.ts";

/** A place at which a key without `?` can begin. */
interface SimpleKey {
  /** True if a `:` must follow, because only a key is allowed here. */
  readonly required: boolean;
  /** Number of the first token of the key. */
  readonly token: number;
  readonly mark: Mark;
}

/** Maximum nesting depth. Go's limit is 10,000; this one is lower because the parser recurses for each level. */
const MAX_DEPTH = 1_000;
const TOO_DEEP = "yaml: exceeded max depth of 10000";
/** Maximum number of characters of a key without `?`. */
const MAX_KEY = 1024;

/**
 * Cuts a text into tokens on demand, as scannerc.go of go.yaml.in/yaml/v2 does. Text after the last requested token
 * is not checked.
 */
export class Scanner {
  readonly #source: Source;
  readonly #queue: Token[] = [];
  /** Number of tokens that have been taken. */
  #taken = 0;
  /** Possible keys: one for the block context, and one for each open flow collection. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined];
  /** Number of the token of the last key in each collection; the number of the opening bracket until there is one. */
  readonly #lastTokens: number[] = [0];
  /** Index in `#keys` of the key that begins with a token, by the number of the token. */
  readonly #places = new Map<number, number>();
  #keyAllowed = true;
  #indent = -1;
  readonly #indents: number[] = [];
  #ended = false;

  constructor(text: string) {
    this.#source = new Source(text);
  }

  peek(): Token {
    while (this.#queue.length === 0 || this.#mayBeKey()) this.#fetch();
    return this.#queue[0] ?? this.#endToken();
  }

  /** Removes the token that `peek()` returns. */
  skip(): void {
    this.#queue.shift();
    this.#taken++;
  }

  get #flow(): boolean {
    return this.#keys.length > 1;
  }

  /** True if the next token can still turn out to be the beginning of a key. */
  #mayBeKey(): boolean {
    const index = this.#places.get(this.#taken);
    return index !== undefined && this.#isValid(index) && !this.#ended;
  }

  #isValid(index: number): boolean {
    const key = this.#keys[index];
    if (key === undefined) return false;
    const { line, at } = this.#source;
    if (key.mark.line === line && key.mark.at + MAX_KEY >= at) return true;
    if (key.required) refuseAt(line, "could not find expected ':'", "scanner");
    this.#keys[index] = undefined;
    return false;
  }

  #fetch(): void {
    this.#skipToToken();
    this.#unroll(this.#source.column);
    const source = this.#source;
    if (source.at >= source.text.length) this.#fetchEnd();
    else if (source.column === 0 && source.is("%")) this.#fetchDirective();
    else if (source.atDocumentMark()) this.#fetchDocumentMark();
    else this.#fetchIndicator(source.text[source.at] ?? "");
  }

  #fetchIndicator(character: string): void {
    const source = this.#source;
    const before = isBlankOrEnd(source.code(1));
    if (character === "[" || character === "{") this.#fetchOpening(character);
    else if (character === "]" || character === "}") this.#fetchClosing(character);
    else if (character === ",") this.#fetchComma();
    else if (character === "-" && before) this.#fetchDash();
    else if (character === "?" && (this.#flow || before)) this.#fetchKey();
    else if (character === ":" && (this.#flow || before)) this.#fetchValue();
    else if (character === "*") this.#fetchInline(() => scanAnchor(source, "alias"));
    else if (character === "&") this.#fetchInline(() => scanAnchor(source, "anchor"));
    else if (character === "!") this.#fetchInline(() => scanTag(source));
    else if ((character === "|" || character === ">") && !this.#flow) this.#fetchBlockScalar(character);
    else if (character === "'" || character === '"') this.#fetchQuoted(character);
    else if (this.#beginsPlain(character)) this.#fetchPlain();
    else refuseAt(source.line, "found character that cannot start any token", "scanner");
  }

  #beginsPlain(character: string): boolean {
    const next = this.#source.code(1);
    if (character === "-") return next !== 0x20 && next !== 0x09;
    if (character === "?" || character === ":") return !this.#flow && !isBlankOrEnd(next);
    return !isBlankOrEnd(this.#source.code()) && !",[]{}#&*!|>'\"%@`".includes(character);
  }

  #skipToToken(): void {
    const source = this.#source;
    for (;;) {
      while (source.is(" ") || ((this.#flow || !this.#keyAllowed) && source.is("\t"))) source.skip();
      source.skipComment();
      if (!isBreak(source.code())) return;
      source.takeBreak();
      if (!this.#flow) this.#keyAllowed = true;
    }
  }

  #push(type: TokenType): void {
    this.#queue.push({ type, line: this.#source.line });
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const { column, mark } = this.#source;
    this.#removeKey();
    const token = this.#taken + this.#queue.length;
    const last = this.#keys.length - 1;
    this.#keys[last] = { required: !this.#flow && this.#indent === column, token, mark };
    this.#lastTokens[last] = token;
    this.#places.set(token, last);
  }

  #removeKey(): void {
    const last = this.#keys.length - 1;
    const key = this.#keys[last];
    if (key === undefined) return;
    if (key.required) refuseAt(this.#source.line, "could not find expected ':'", "scanner");
    this.#forget(last, key);
  }

  #forget(index: number, { token }: SimpleKey): void {
    this.#keys[index] = undefined;
    this.#places.delete(token);
  }

  /** `number`: number of the token before which the collection begins; default: the next token. */
  #roll(column: number, type: TokenType, line: number, number = this.#taken + this.#queue.length): void {
    if (this.#flow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > MAX_DEPTH) throw new YamlError(TOO_DEEP);
    this.#insert(number, { type, line });
  }

  /** Inserts a token before token `number`, or at the end of the queue if that token has been taken. */
  #insert(number: number, token: Token): void {
    if (number < this.#taken) this.#queue.push(token);
    else this.#queue.splice(number - this.#taken, 0, token);
  }

  #unroll(column: number): void {
    while (!this.#flow && this.#indent > column) {
      this.#push("block end");
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #fetchEnd(): void {
    const source = this.#source;
    if (source.column !== 0) {
      source.column = 0;
      source.line++;
    }
    this.#unroll(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#ended = true;
    this.#queue.push(this.#endToken());
  }

  #endToken(): Token {
    return { type: "stream end", line: this.#source.line };
  }

  #fetchDirective(): void {
    this.#unroll(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#queue.push(scanDirective(this.#source));
  }

  #fetchDocumentMark(): void {
    this.#unroll(-1);
    this.#removeKey();
    this.#keyAllowed = false;
    this.#push(this.#source.is("-") ? "document start" : "document end");
    this.#source.skip(3);
  }

  #fetchOpening(type: "[" | "{"): void {
    this.#saveKey();
    this.#keys.push(undefined);
    this.#lastTokens.push(this.#taken + this.#queue.length);
    if (this.#keys.length > MAX_DEPTH) throw new YamlError(TOO_DEEP);
    this.#keyAllowed = true;
    this.#push(type);
    this.#source.skip();
  }

  #fetchClosing(type: "]" | "}"): void {
    this.#removeKey();
    if (this.#flow) this.#closeFlow();
    this.#keyAllowed = false;
    this.#push(type);
    this.#source.skip();
  }

  /**
   * Closes a flow collection. An empty collection can no longer be a key itself, as in Go: `[]: a` is refused, `[a]:
   * b` is not.
   */
  #closeFlow(): void {
    this.#keys.pop();
    this.#places.delete(this.#lastTokens.pop() ?? 0);
  }

  #fetchComma(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push(",");
    this.#source.skip();
  }

  #fetchDash(): void {
    const { column, line } = this.#source;
    if (!this.#flow) {
      if (!this.#keyAllowed)
        refuseAt(line, "block sequence entries are not allowed in this context", "scanner");
      this.#roll(column, "block sequence start", line);
    }
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push("-");
    this.#source.skip();
  }

  #fetchKey(): void {
    const { column, line } = this.#source;
    if (!this.#flow) {
      if (!this.#keyAllowed) refuseAt(line, "mapping keys are not allowed in this context", "scanner");
      this.#roll(column, "block mapping start", line);
    }
    this.#removeKey();
    this.#keyAllowed = !this.#flow;
    this.#push("key");
    this.#source.skip();
  }

  #fetchValue(): void {
    const last = this.#keys.length - 1;
    const key = this.#keys[last];
    if (key !== undefined && this.#isValid(last)) this.#insertKey(key);
    else this.#fetchLoneValue();
    this.#push("value");
    this.#source.skip();
  }

  #insertKey(key: SimpleKey): void {
    const { token, mark } = key;
    this.#insert(token, { type: "key", line: mark.line });
    this.#roll(mark.column, "block mapping start", mark.line, token);
    this.#forget(this.#keys.length - 1, key);
    this.#keyAllowed = false;
  }

  /** Reads a `:` after a key with `?`, or without a key. */
  #fetchLoneValue(): void {
    const { column, line } = this.#source;
    if (!this.#flow) {
      if (!this.#keyAllowed) refuseAt(line, "mapping values are not allowed in this context", "scanner");
      this.#roll(column, "block mapping start", line);
    }
    this.#keyAllowed = !this.#flow;
  }

  #fetchInline(scan: () => Token): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#queue.push(scan());
  }

  #fetchBlockScalar(indicator: "|" | ">"): void {
    this.#removeKey();
    this.#keyAllowed = true;
    const { line } = this.#source;
    const value = scanBlockScalar(this.#source, indicator === "|", this.#indent);
    this.#queue.push({ type: "scalar", line, value });
  }

  #fetchQuoted(quote: "'" | '"'): void {
    const { line } = this.#source;
    this.#fetchInline(() => ({ type: "scalar", line, value: scanQuoted(this.#source, quote) }));
  }

  #fetchPlain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { line } = this.#source;
    const { text, broken } = scanPlain(this.#source, this.#flow, this.#indent);
    this.#queue.push({ type: "scalar", line, value: text, plain: true });
    if (broken) this.#keyAllowed = true;
  }
}
