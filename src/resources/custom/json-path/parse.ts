import { trimEnd } from "../../../go/trim-text.ts";
import type { ArrayNode, Node, Nodes } from "./nodes.ts";
import { PathError } from "./path-error.ts";
import { unquote } from "./unquote.ts";

/**
 * Parses the actions of a template, each of them in braces: `{.a}text{.b}` has two (client-go,
 * util/jsonpath/parser.go). Text between them is ignored. Throws a PathError if the reference cannot parse
 * the template.
 */
export const parseTemplate = (template: string): readonly Nodes[] => new Parser(template).actions();

const parseAction = (action: string): Nodes => parseTemplate(`{${action}}`)[0] ?? [];

const WORD = /^[_\p{L}\p{Nd}]/u;
const ENDS_NAME = " \t\r\n.,[]$@{}";
const DICT_KEY = /^'([^']*)'$/;
const SLICE = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const SIGNS = "!<>=";

class Parser {
  readonly #text: string;
  #at = 0;
  #nodes: Node[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  actions(): Nodes[] {
    const found: Nodes[] = [];
    for (;;) {
      const begin = this.#text.indexOf("{", this.#at);
      if (begin === -1) return found;
      this.#at = begin + 1;
      this.#nodes = [];
      found.push(this.#nodes);
      while (!this.#startsWith("}")) this.#part();
      this.#at++;
    }
  }

  #startsWith(prefix: string): boolean {
    return this.#text.startsWith(prefix, this.#at);
  }

  #part(): void {
    if (this.#startsWith("[?(")) this.#filter();
    else if (this.#startsWith("..")) this.#recursive();
    else this.#plainPart(this.#text[this.#at] ?? "\n");
  }

  #plainPart(c: string): void {
    if (c === "\n" || c === "\r") throw new PathError("unclosed action");
    if (c === " " || c === "@" || c === "$") this.#at++;
    else if (c === "[") this.#array();
    else if (c === '"' || c === "'") this.#quoted(c);
    else if (c === ".") this.#field(1);
    else if (c === "+" || c === "-" || /^\p{Nd}/u.test(this.#rest())) this.#number();
    else if (WORD.test(this.#rest())) this.#identifier();
    else throw new PathError(`unrecognized character in action: ${c}`);
  }

  /** Returns the next two UTF-16 units, which hold at least one character. */
  #rest(): string {
    return this.#text.slice(this.#at, this.#at + 2);
  }

  #recursive(): void {
    if (this.#nodes.at(-1)?.kind === "recursive") throw new PathError("invalid multiple recursive descent");
    this.#nodes.push({ kind: "recursive" });
    this.#at += 2;
    if (WORD.test(this.#rest())) this.#field(0);
  }

  /** Parses a field. `signs`: number of characters before the name. */
  #field(signs: number): void {
    this.#at += signs;
    const name = this.#name();
    this.#nodes.push(
      name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") },
    );
  }

  /** Parses a name, up to a character that ends names. A character after a backslash does not end it. */
  #name(): string {
    const begin = this.#at;
    while (this.#at < this.#text.length && !ENDS_NAME.includes(this.#text[this.#at] ?? ""))
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    return this.#text.slice(begin, this.#at);
  }

  #identifier(): void {
    const begin = this.#at;
    while (this.#at < this.#text.length && !ENDS_NAME.includes(this.#text[this.#at] ?? "")) this.#at++;
    const name = this.#text.slice(begin, this.#at);
    const isBool = name === "true" || name === "false";
    this.#nodes.push(isBool ? constant(name === "true") : { kind: "identifier", name });
  }

  #number(): void {
    const begin = this.#at;
    if (/[+-]/.test(this.#text[this.#at] ?? "")) this.#at++;
    while (/^[.\p{Nd}]/u.test(this.#rest())) this.#at++;
    const text = this.#text.slice(begin, this.#at);
    if (!NUMBER.test(text)) throw new PathError(`cannot parse number ${text}`);
    this.#nodes.push(constant(Number(text)));
  }

  #quoted(sign: string): void {
    const begin = this.#at++;
    for (;;) {
      const c = this.#text[this.#at++] ?? "\n";
      if (c === "\n") throw new PathError("unterminated quoted string");
      if (c === sign && this.#text[this.#at - 2] !== "\\") break;
    }
    const value = unquote(this.#text.slice(begin, this.#at));
    this.#nodes.push({ kind: "constant", value, single: true });
  }

  #array(): void {
    const end = this.#text.indexOf("]", this.#at);
    const inside = this.#text.slice(this.#at + 1, end);
    if (end === -1 || inside.includes("\n")) throw new PathError("unterminated array");
    this.#at = end + 1;
    const parts = inside.split(",");
    const key = DICT_KEY.exec(inside)?.[1];
    if (parts.length > 1) this.#nodes.push({ kind: "union", parts: parts.map(partOfUnion) });
    else if (key !== undefined) this.#nodes.push(...parseAction(`.${key}`));
    else this.#nodes.push(slice(inside === "*" ? ":" : inside));
  }

  #filter(): void {
    this.#at += "[?(".length;
    const inside = this.#untilParenthesis();
    if (this.#text[this.#at++] !== "]") throw new PathError("unclosed array expect ]");
    const [left, operator, right] = comparisonIn(inside) ?? [inside, "exists"];
    this.#nodes.push({
      kind: "filter",
      left: parseAction(left),
      right: right === undefined ? [] : parseAction(right),
      operator,
    });
  }

  /**
   * Parses up to the closing parenthesis. A quoted text, in which parentheses are allowed, starts at the
   * first quote and ends at the last quote of the same type.
   */
  #untilParenthesis(): string {
    const begin = this.#at;
    let sign = "";
    let isEnded = false;
    for (;;) {
      const c = this.#text[this.#at++] ?? "\n";
      if (c === "\n") throw new PathError("unterminated filter");
      if (c === ")" && (sign !== "") === isEnded) return this.#text.slice(begin, this.#at - 1);
      if (c !== '"' && c !== "'") continue;
      if (sign === "") sign = c;
      else if (c === sign && this.#text[this.#at - 2] !== "\\") isEnded = true;
    }
  }
}

/** Splits a comparison: a text, then as many operator characters as possible, then another text. */
function comparisonIn(text: string): [left: string, operator: string, right: string] | undefined {
  const isSign = (at: number): boolean => SIGNS.includes(text[at] ?? " ");
  let begin = 0;
  while (begin < text.length && !isSign(begin)) begin++;
  let end = begin;
  while (isSign(end)) end++;
  if (end === text.length) end--;
  return begin === 0 || end <= begin
    ? undefined
    : [text.slice(0, begin), text.slice(begin, end), text.slice(end)];
}

const constant = (value: number | boolean): Node => ({ kind: "constant", value, single: false });

function partOfUnion(text: string): Nodes {
  let begin = 0;
  while (text[begin] === " ") begin++;
  return parseAction(`[${trimEnd(text.slice(begin), " ")}]`);
}

function slice(text: string): ArrayNode {
  const match = SLICE.exec(text);
  if (match === null) throw new PathError(`invalid array index ${text}`);
  const [, first = "", second, third] = match;
  const from = first === "" ? undefined : indexOf(first);
  const isSingle = second === undefined;
  const to = isSingle ? (from ?? 0) + 1 : numberBehind(second);
  return { kind: "array", from, to, step: numberBehind(third ?? ":"), isSingle };
}

const numberBehind = (part: string): number | undefined =>
  part === ":" ? undefined : indexOf(part.slice(1));

function indexOf(text: string): number {
  const number = Number(text);
  if (text === "-" || Math.abs(number) >= 2 ** 63) throw new PathError(`array index ${text} is not a number`);
  return number;
}
