import type { Expr, FieldEntry, MapEntry } from "./ast.ts";
import { type Token, type TokenKind, tokenize } from "./lexer.ts";
import { type LiteralReading, readLiteral, readNegative } from "./literal-token.ts";
import { expandMacro } from "./macros.ts";
import type { Issue } from "./source.ts";
import { Abort, inputText, listed, TokenReader } from "./token-reader.ts";
import {
  ARGUMENT_START,
  EXPRESSION_START,
  EXPRESSION_STARTS,
  FIELD_NAMES,
  INDEX_START,
  NUMBERS,
  PRODUCTS,
  RELATIONS,
  STRUCT_START,
  SUMS,
} from "./token-sets.ts";
import { isTooDeep } from "./too-deep.ts";

export type ParseResult =
  | { readonly kind: "expr"; readonly expr: Expr }
  | { readonly kind: "issues"; readonly issues: readonly Issue[] };

const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;

/**
 * Reads an expression and expands its macros. The texts of syntax errors are the reference's. `bindings`: `cel.bind` may
 * be used.
 */
export function parse(source: string, { bindings = false } = {}): ParseResult {
  const size = Array.from(source).length;
  if (size > MAX_CODE_POINTS) return tooLong(size);
  const { tokens, issues } = tokenize(source);
  const reader = new TokenReader(tokens, issues);
  const expr = new Parser(reader, bindings).parse();
  if (expr === undefined || reader.issues.length > 0) return { kind: "issues", issues: reader.issues };
  return isTooDeep(expr) ? TOO_DEEP : { kind: "expr", expr };
}

const TOO_DEEP: ParseResult = {
  kind: "issues",
  issues: [{ at: -1, text: "max recursion depth exceeded" }],
};

const tooLong = (size: number): ParseResult => ({
  kind: "issues",
  issues: [
    { at: -1, text: `expression code point size exceeds limit: size: ${size}, limit ${MAX_CODE_POINTS}` },
  ],
});

const RESERVED: ReadonlySet<string> = new Set([
  ..."as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
]);

class Parser {
  readonly #in: TokenReader;
  readonly #bindings: boolean;
  #id = 0;
  #depth = 0;

  constructor(reader: TokenReader, bindings: boolean) {
    this.#in = reader;
    this.#bindings = bindings;
  }

  parse(): Expr | undefined {
    try {
      const expr = this.#expr();
      this.#in.end();
      return expr;
    } catch (error) {
      if (error instanceof Abort) return undefined;
      throw error;
    }
  }

  id(): number {
    return ++this.#id;
  }

  #expr(): Expr {
    if (++this.#depth > MAX_DEPTH) {
      this.#in.issues.push({ at: -1, text: `expression recursion limit exceeded: ${MAX_DEPTH}` });
      throw new Abort();
    }
    const expr = this.#conditional();
    this.#depth--;
    return expr;
  }

  #conditional(): Expr {
    const condition = this.#logical("'||'", "_||_");
    const operator = this.#in.accept("'?'");
    if (operator === undefined) return condition;
    const id = this.id();
    const truthy = this.#in.within(["':'"], () => this.#logical("'||'", "_||_"));
    this.#in.expect("':'");
    const falsy = this.#expr();
    return {
      kind: "call",
      id,
      at: operator.at,
      name: "_?_:_",
      target: undefined,
      args: [condition, truthy, falsy],
    };
  }

  #logical(kind: "'||'" | "'&&'", name: string): Expr {
    const operand = (): Expr => (kind === "'||'" ? this.#logical("'&&'", "_&&_") : this.#relation());
    const first = operand();
    if (!this.#in.is(kind)) return first;
    const terms = [first];
    const operators: Token[] = [];
    while (this.#in.is(kind)) {
      operators.push(this.#in.take());
      terms.push(operand());
    }
    return this.#balanced(name, terms, operators, 0, operators.length - 1);
  }

  /** A tree as shallow as can be: the operator in the middle is the root. */
  #balanced(
    name: string,
    terms: readonly Expr[],
    operators: readonly Token[],
    low: number,
    high: number,
  ): Expr {
    const middle = Math.floor((low + high + 1) / 2);
    const side = (from: number, to: number, leaf: number): Expr =>
      from > to ? terms[leaf]! : this.#balanced(name, terms, operators, from, to);
    const left = side(low, middle - 1, middle);
    const right = side(middle + 1, high, middle + 1);
    return this.#binary(name, operators[middle]!, left, right);
  }

  #binary(name: string, operator: Token, left: Expr, right: Expr): Expr {
    return { kind: "call", id: this.id(), at: operator.at, name, target: undefined, args: [left, right] };
  }

  #chain(kinds: ReadonlySet<TokenKind>, operand: () => Expr): Expr {
    let left = operand();
    while (kinds.has(this.#in.token.kind)) {
      const operator = this.#in.take();
      const name = operator.kind === "'in'" ? "@in" : `_${operator.text}_`;
      left = this.#binary(name, operator, left, operand());
    }
    return left;
  }

  #relation(): Expr {
    return this.#chain(RELATIONS, () => this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#unary())));
  }

  #unary(): Expr {
    const operator = this.#in.token;
    const negation = operator.kind === "'-'";
    if (!negation && operator.kind !== "'!'") return this.#member();
    let count = 0;
    while (this.#in.accept(operator.kind)) count++;
    if (
      !EXPRESSION_STARTS.has(this.#in.token.kind) ||
      (this.#in.is("'-'") && !this.#numberAhead()) ||
      this.#in.is("'!'")
    )
      this.#unaryProblem(operator, negation);
    if (count === 1 && negation && NUMBERS.has(this.#in.token.kind)) return this.#member(operator);
    const id = this.id();
    const operand = this.#member(this.#in.accept("'-'"));
    if (count % 2 === 0) return operand;
    const name = negation ? "-_" : "!_";
    return { kind: "call", id, at: operator.at, name, target: undefined, args: [operand] };
  }

  #numberAhead(): boolean {
    return NUMBERS.has(this.#in.following);
  }

  #unaryProblem(operator: Token, negation: boolean): never {
    const token = this.#in.token;
    if (!negation)
      this.#in.abort(token, `extraneous input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
    this.#in.syntax(token, `no viable alternative at input '${operator.text}${inputText(token)}'`);
    this.#in.abort(token, `mismatched input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
  }

  /** `sign`: the minus of a number, which is one literal with it. */
  #member(sign?: Token): Expr {
    let expr = sign === undefined ? this.#primary() : this.#value(sign, readNegative(this.#in.take()));
    for (;;) {
      const open = this.#in.accept("'['");
      if (open) expr = this.#index(expr, open);
      else if (this.#in.is("'.'")) {
        const selected = this.#select(expr, this.#in.take());
        if (selected === undefined) return expr;
        expr = selected;
      } else return expr;
    }
  }

  #index(operand: Expr, open: Token): Expr {
    const optional = this.#in.accept("'?'") !== undefined;
    if (!optional) this.#in.startOf(INDEX_START);
    const id = this.id();
    const index = this.#in.within(["']'"], () => this.#expr());
    this.#in.expect("']'");
    const name = optional ? "_[?_]" : "_[_]";
    return { kind: "call", id, at: open.at, name, target: undefined, args: [operand, index] };
  }

  /** Undefined: no name stands there; the error has been reported, and the text goes on with an operator. */
  #select(operand: Expr, dot: Token): Expr | undefined {
    const id = this.id();
    const optional = this.#in.accept("'?'") !== undefined;
    const name = this.#in.token;
    const escaped = this.#escaped(name.at);
    if (!escaped && name.kind !== "IDENTIFIER") return this.#noName(dot, name, optional);
    if (!escaped) this.#in.take();
    const open = optional || escaped ? undefined : this.#in.accept("'('");
    if (open) return this.#call(open, name.text, operand);
    if (!optional) return { kind: "select", id, at: dot.at, operand, field: name.text, test: false };
    const field: Expr = { kind: "literal", id: this.id(), at: name.at, value: name.text };
    return { kind: "call", id, at: dot.at, name: "_?._", target: undefined, args: [operand, field] };
  }

  /** A name in backquotes, which is refused; the text goes on behind it. */
  #escaped(at: number): boolean {
    if (this.#in.accept("ESC_IDENTIFIER") === undefined) return false;
    this.#in.issues.push({ at, text: "unsupported syntax: '`'" });
    return true;
  }

  #noName(dot: Token, name: Token, optional: boolean): undefined {
    if (optional) {
      this.#in.syntax(name, `mismatched input '${name.text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
      this.#in.issues.push({ at: name.at, text: "unsupported ident kind" });
      throw new Abort();
    }
    this.#in.syntax(name, `no viable alternative at input '${dot.text}${inputText(name)}'`);
    if (!RELATIONS.has(name.kind)) throw new Abort();
    return undefined;
  }

  #call(open: Token, name: string, target: Expr | undefined): Expr {
    const id = this.id();
    const args: Expr[] = [];
    if (!this.#in.accept("')'")) {
      this.#in.startOf(ARGUMENT_START);
      do args.push(this.#in.within(["','", "')'"], () => this.#expr()));
      while (this.#in.accept("','"));
      this.#in.expect("')'");
    }
    const macro = expandMacro({
      name,
      target,
      args,
      at: open.at,
      bindings: this.#bindings,
      id: () => this.id(),
    });
    if (macro === undefined) return { kind: "call", id, at: open.at, name, target, args };
    if (macro.kind === "expr") return macro.expr;
    this.#in.issues.push(macro.issue);
    return { kind: "literal", id, at: macro.issue.at, value: null };
  }

  #primary(): Expr {
    const token = this.#in.token;
    switch (token.kind) {
      case "'('": {
        this.#in.take();
        const inner = this.#in.within(["')'"], () => this.#expr());
        this.#in.expect("')'");
        return inner;
      }
      case "'['":
        return this.#list(this.#in.take());
      case "'{'":
        return this.#map(this.#in.take());
      case "'.'":
      case "IDENTIFIER":
        return this.#identifier();
      default:
        return this.#literal();
    }
  }

  #list(open: Token): Expr {
    const id = this.id();
    const items: { value: Expr; optional: boolean }[] = [];
    while (!this.#in.is("']'") && !this.#in.is("','")) {
      const optional = this.#in.accept("'?'") !== undefined;
      items.push({ optional, value: this.#in.within(["','", "']'"], () => this.#expr()) });
      if (!this.#comma("']'")) break;
    }
    if (items.length === 0) this.#in.accept("','");
    this.#in.expect("']'");
    return { kind: "list", id, at: open.at, items };
  }

  /** A comma after an entry; false where the list ends. */
  #comma(closer: "']'" | "'}'"): boolean {
    if (this.#in.accept("','")) return EXPRESSION_STARTS.has(this.#in.token.kind) || this.#in.is("'?'");
    if (!this.#in.is(closer)) {
      this.#in.expect(closer, [closer, "','"]);
      this.#in.back();
    }
    return false;
  }

  #map(open: Token): Expr {
    const id = this.id();
    const entries: MapEntry[] = [];
    while (!this.#in.is("'}'") && !this.#in.is("','")) {
      const optional = this.#in.accept("'?'") !== undefined;
      const key = this.#in.within(["':'"], () => this.#expr());
      this.#in.expect("':'");
      entries.push({ optional, key, value: this.#in.within(["','", "'}'"], () => this.#expr()) });
      if (!this.#comma("'}'")) break;
    }
    if (entries.length === 0) this.#in.accept("','");
    this.#in.expect("'}'");
    return { kind: "map", id, at: open.at, entries };
  }

  #identifier(): Expr {
    const dot = this.#in.accept("'.'");
    const token = this.#in.token;
    if (token.kind !== "IDENTIFIER")
      this.#in.abort(token, `no viable alternative at input '.${inputText(token)}'`);
    this.#in.take();
    const name = (dot ? "." : "") + token.text;
    if (RESERVED.has(token.text)) {
      this.#in.issues.push({ at: token.at, text: `reserved identifier: ${token.text}` });
      return { kind: "literal", id: this.id(), at: token.at, value: null };
    }
    const open = this.#in.accept("'('");
    if (open) return this.#call(open, name, undefined);
    const message = this.#in.messageName(name);
    if (message !== undefined) return this.#struct(message, this.#in.take());
    return { kind: "ident", id: this.id(), at: token.at, name };
  }

  #struct(name: string, open: Token): Expr {
    const id = this.id();
    const fields: FieldEntry[] = [];
    const start = this.#in.token.at;
    while (!this.#in.is("'}'") && !this.#in.is("','")) {
      const optional = this.#in.accept("'?'") !== undefined;
      const first = fields.length === 0 && !optional;
      const name = this.#escaped(start)
        ? ""
        : this.#in.expect("IDENTIFIER", first ? STRUCT_START : FIELD_NAMES).text;
      const colon = this.#in.expect("':'");
      const value = this.#in.within(["','", "'}'"], () => this.#expr());
      fields.push({ field: name, at: colon.at, value, optional });
      if (!this.#comma("'}'")) break;
    }
    if (fields.length === 0) this.#in.accept("','");
    this.#in.expect("'}'");
    return { kind: "struct", id, at: open.at, name, fields };
  }

  #value({ at }: Token, { value, problem }: LiteralReading): Expr {
    if (value === undefined) this.#in.issues.push({ at, text: problem });
    return { kind: "literal", id: this.id(), at, value: value ?? null };
  }

  #literal(): Expr {
    const { token } = this.#in;
    const read = readLiteral(token);
    return read === undefined ? this.#noExpression(token) : this.#value(this.#in.take(), read);
  }

  #noExpression(token: Token): Expr {
    if (EXPRESSION_STARTS.has(this.#in.following) && !RELATIONS.has(token.kind)) {
      this.#in.syntax(token, `extraneous input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
      this.#in.take();
      return this.#unary();
    }
    this.#in.syntax(token, `mismatched input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
    if (!RELATIONS.has(token.kind)) throw new Abort();
    return { kind: "literal", id: this.id(), at: token.at, value: null };
  }
}
