import { refuseAt, YamlError } from "../yaml-error.ts";
import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanDirective } from "./scan-directive.ts";
import { scanPlain, scanQuoted } from "./scan-flow-scalar.ts";
import { scanAnchor, scanTag } from "./scan-tag.ts";
import { isBlankOrEnd, isBreak, type Mark, Source } from "./source.ts";
import type { Token, TokenType } from "./token.ts";

/** A place where a key without `?` may have begun. */
interface SimpleKey {
  /** Behind it a `:` has to come: nothing else can stand there. */
  readonly required: boolean;
  /** The number of its first token. */
  readonly token: number;
  readonly mark: Mark;
}

/** Go's limit is 10,000; the parser calls itself for every level. */
const MAX_DEPTH = 1_000;
export const TOO_DEEP = "yaml: exceeded max depth of 10000";
/** A key without `?` has no more characters. */
const MAX_KEY = 1024;

/** Cuts a text into tokens, no further than is asked for: what nobody looks at may be wrong (scannerc.go of go.yaml.in/yaml/v2). */
export class Scanner {
  readonly #source: Source;
  readonly #queue: Token[] = [];
  /** How many tokens have been taken. */
  #taken = 0;
  /** For each flow collection, and for what stands around them. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined];
  /** The token of the last key of each; that of the bracket until there is one. */
  readonly #lastTokens: number[] = [0];
  /** Where in the list of keys the one is that begins with a token. */
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

  /** Takes the token that was peeked at. */
  skip(): void {
    this.#queue.shift();
    this.#taken++;
  }

  get #flow(): boolean {
    return this.#keys.length > 1;
  }

  /** Whether the next token may turn out to begin a key. */
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

  #push(type: TokenType, line = this.#source.line): void {
    this.#queue.push({ type, line });
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

  /** `number`: that of the token before which the collection begins; absent: the next one. */
  #roll(column: number, type: TokenType, line: number, number = this.#taken + this.#queue.length): void {
    if (this.#flow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > MAX_DEPTH) throw new YamlError(TOO_DEEP);
    this.#insert(number, { type, line });
  }

  /** Before a token; behind all when that one has been taken. */
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

  /** An empty collection forgets that it may be a key itself, as in Go: `[]: a` is refused, `[a]: b` is not. */
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

  /** Behind a key with `?`, or without a key. */
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
