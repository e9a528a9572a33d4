import type { Expr, FieldEntry, MapEntry } from "./ast.ts";
import { type Token, type TokenKind, tokenize } from "./lexer.ts";
import { type LiteralReading, readLiteral, readNegative } from "./literal-token.ts";
import { expandMacro } from "./macros.ts";
import type { Issue } from "./source.ts";
import { Abort, listed, MOST_ERRORS, TokenReader, TooMuch } from "./token-reader.ts";
import {
  AFTER_ENTRY,
  AFTER_OPERAND,
  ARGUMENT_START,
  EXPRESSION_START,
  EXPRESSION_STARTS,
  FIELD_NAMES,
  INDEX_START,
  LIST_START,
  MAP_START,
  NUMBERS,
  OPERATORS,
  PRODUCTS,
  RELATIONS,
  STRUCT_START,
  SUMS,
} from "./token-sets.ts";
import { isTooDeep } from "./too-deep.ts";

type ParseResult =
  | { readonly kind: "expr"; readonly expr: Expr }
  | { readonly kind: "issues"; readonly issues: readonly Issue[] };

const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;

/**
 * Parses an expression and expands its macros. The texts of syntax errors are the reference's. `bindings`
 * enables `cel.bind`.
 */
export function parse(source: string, { bindings = false } = {}): ParseResult {
  const size = Array.from(source).length;
  if (size > MAX_CODE_POINTS) return tooLong(size);
  const { tokens, issues } = tokenize(source);
  if (issues.length > MOST_ERRORS) return { kind: "issues", issues: cutOff(issues) };
  const reader = new TokenReader(tokens, issues);
  const expr = new Parser(reader, bindings).parse();
  if (expr === undefined || reader.issues.length > 0) return { kind: "issues", issues: reader.issues };
  return isTooDeep(expr) ? TOO_DEEP : { kind: "expr", expr };
}

function cutOff(issues: readonly Issue[]): readonly Issue[] {
  const last = { at: issues[MOST_ERRORS]!.at, text: `Syntax error: More than ${MOST_ERRORS} syntax errors` };
  return [...issues.slice(0, MOST_ERRORS), last];
}

const TOO_DEEP: ParseResult = { kind: "issues", issues: [{ at: -1, text: "max recursion depth exceeded" }] };

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

const NONE: ReadonlySet<TokenKind> = new Set();
const AFTER_DOT: ReadonlySet<TokenKind> = new Set([...FIELD_NAMES, "'?'"]);
const EXPRESSION_OR_OPERATOR: ReadonlySet<TokenKind> = new Set([...EXPRESSION_STARTS, ...OPERATORS]);

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
      return this.#recovered(() => {
        const expr = this.#expr();
        this.#in.end();
        return expr;
      }, NONE);
    } catch (error) {
      if (error instanceof TooMuch) return undefined;
      throw error;
    }
  }

  /**
   * Returns the result of `read`. After an error in it, parsing continues at the next token of `followers`,
   * with the expression read so far: `sofar`.
   */
  #recovered(read: () => Expr, followers: ReadonlySet<TokenKind>, sofar?: () => Expr): Expr {
    const { at } = this.#in.token;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Abort)) throw error;
      this.#in.recover(followers);
      return error.partial ?? sofar?.() ?? { kind: "literal", id: this.id(), at, value: null };
    }
  }

  id(): number {
    return ++this.#id;
  }

  #expr(): Expr {
    if (++this.#depth > MAX_DEPTH) {
      this.#in.issues.push({ at: -1, text: `expression recursion limit exceeded: ${MAX_DEPTH}` });
      throw new TooMuch();
    }
    const expr = this.#recovered(() => this.#conditional(), NONE);
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

  /** Builds a balanced tree: the operator in the middle is the root. */
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
    return this.#recovered(() => this.#unaryOrMember(), OPERATORS);
  }

  #unaryOrMember(): Expr {
    this.#in.startOf(EXPRESSION_START);
    const operator = this.#in.token;
    const negation = operator.kind === "'-'";
    if (!negation && operator.kind !== "'!'") return this.#member();
    let count = 0;
    for (; this.#in.is(operator.kind); count++) {
      if (negation && !this.#mayBeNegated(this.#in.following)) this.#in.noViable();
      this.#in.take();
    }
    if (!EXPRESSION_STARTS.has(this.#in.token.kind)) this.#nothingNegated();
    if (count === 1 && negation && NUMBERS.has(this.#in.token.kind)) return this.#member(operator);
    const id = this.id();
    const sign = this.#in.is("'-'") && NUMBERS.has(this.#in.following) ? this.#in.take() : undefined;
    const operand = this.#member(sign);
    if (count % 2 === 0) return operand;
    const name = negation ? "-_" : "!_";
    return { kind: "call", id, at: operator.at, name, target: undefined, args: [operand] };
  }

  #mayBeNegated(kind: TokenKind): boolean {
    return EXPRESSION_STARTS.has(kind) && kind !== "'!'";
  }

  #nothingNegated(): void {
    const { token } = this.#in;
    this.#in.syntax(token, `extraneous input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
    this.#in.recover(EXPRESSION_OR_OPERATOR);
    if (!EXPRESSION_STARTS.has(this.#in.token.kind)) throw new Abort();
  }

  /** Parses an operand with its members. `sign` is the minus of a number, which is part of the literal. */
  #member(sign?: Token): Expr {
    let expr = sign === undefined ? this.#primary() : this.#value(sign, readNegative(this.#in.take()));
    return this.#recovered(
      () => {
        for (;;) {
          const open = this.#in.accept("'['");
          if (open) expr = this.#index(expr, open);
          else if (this.#in.is("'.'")) expr = this.#select(expr);
          else return expr;
        }
      },
      OPERATORS,
      () => expr,
    );
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

  #select(operand: Expr): Expr {
    if (!AFTER_DOT.has(this.#in.following)) this.#in.noViable();
    const dot = this.#in.take();
    const id = this.id();
    const optional = this.#in.accept("'?'") !== undefined;
    if (optional && !FIELD_NAMES.includes(this.#in.token.kind)) this.#in.drop(FIELD_NAMES);
    const name = this.#in.token;
    const escaped = this.#escaped();
    if (escaped === undefined && name.kind !== "IDENTIFIER") return this.#noName(operand, name);
    if (escaped === undefined) this.#in.take();
    const open = optional || escaped !== undefined ? undefined : this.#in.accept("'('");
    if (open) return this.#call(open, name.text, operand);
    const field = escaped ?? name.text;
    if (!optional) return { kind: "select", id, at: dot.at, operand, field, test: false };
    const key: Expr = { kind: "literal", id: this.id(), at: name.at, value: field };
    return { kind: "call", id, at: dot.at, name: "_?._", target: undefined, args: [operand, key] };
  }

  /** Reads the name of a field in backquotes, such as `app.kubernetes.io/name`; undefined if there is none. */
  #escaped(): string | undefined {
    return this.#in.accept("ESC_IDENTIFIER")?.text.slice(1, -1);
  }

  #noName(operand: Expr, name: Token): Expr {
    this.#in.syntax(name, `mismatched input '${name.text}' expecting ${listed(FIELD_NAMES)}`);
    this.#in.issues.push({ at: name.at, text: "unsupported ident kind" });
    this.#in.recover(AFTER_OPERAND);
    return operand;
  }

  #call(open: Token, name: string, target: Expr | undefined): Expr {
    const id = this.id();
    const args: Expr[] = [];
    try {
      this.#in.startOf(ARGUMENT_START);
      if (!this.#in.is("')'"))
        do args.push(this.#in.within(["','", "')'"], () => this.#expr()));
        while (this.#in.accept("','"));
      this.#in.expect("')'");
    } catch (error) {
      // The macro reports its own errors about the arguments so far.
      throw error instanceof Abort ? new Abort(this.#expanded(id, open, name, target, args)) : error;
    }
    return this.#expanded(id, open, name, target, args);
  }

  #expanded(id: number, open: Token, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
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
    return this.#recovered(() => this.#primaryAt(this.#in.token), AFTER_OPERAND);
  }

  #primaryAt(token: Token): Expr {
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
        return this.#in.following === "IDENTIFIER" ? this.#identifier() : this.#in.noViable();
      case "IDENTIFIER":
        return this.#identifier();
      case "'-'":
        return this.#in.noViable();
      default:
        return this.#literal();
    }
  }

  #list(open: Token): Expr {
    const id = this.id();
    const items: { value: Expr; optional: boolean }[] = [];
    this.#in.startOf(LIST_START);
    while (!this.#in.is("']'") && !this.#in.is("','")) {
      const optional = this.#in.accept("'?'") !== undefined;
      items.push({ optional, value: this.#in.within(["','", "']'"], () => this.#expr()) });
      if (!this.#comma("']'")) break;
    }
    if (items.length === 0) this.#in.accept("','");
    this.#in.expect("']'");
    return { kind: "list", id, at: open.at, items };
  }

  /** Reads a comma after an entry; false at the end of the list. */
  #comma(closer: "']'" | "'}'"): boolean {
    const isNext = this.#in.is("','");
    if (!isNext) this.#in.startOf([closer, "','"]);
    if (!this.#in.accept("','") || !isNext) return false;
    return EXPRESSION_STARTS.has(this.#in.token.kind) || this.#in.is("'?'");
  }

  #map(open: Token): Expr {
    const id = this.id();
    const entries: MapEntry[] = [];
    this.#in.startOf(MAP_START);
    this.#entries(() => {
      const optional = this.#in.accept("'?'") !== undefined;
      const key = this.#in.within(["':'"], () => this.#expr());
      this.#in.expect("':'");
      entries.push({ optional, key, value: this.#in.within(["','", "'}'"], () => this.#expr()) });
    });
    return { kind: "map", id, at: open.at, entries };
  }

  /** Reads the entries between braces, with the closing one. */
  #entries(read: () => void): void {
    let isFirst = true;
    while (!this.#in.is("'}'") && !this.#in.is("','")) {
      const isRead = this.#entry(read);
      isFirst = false;
      if (!isRead || !this.#comma("'}'")) break;
    }
    if (isFirst || this.#in.recovering) this.#in.accept("','");
    this.#in.expect("'}'");
  }

  #entry(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof Abort)) throw error;
      this.#in.recover(AFTER_ENTRY);
      return false;
    }
  }

  #identifier(): Expr {
    const dot = this.#in.accept("'.'");
    const token = this.#in.token;
    this.#in.take();
    const name = (dot ? "." : "") + token.text;
    const message = this.#in.messageName(name);
    if (message !== undefined) return this.#struct(message, this.#in.take());
    const isReserved = RESERVED.has(token.text);
    if (isReserved) this.#in.issues.push({ at: token.at, text: `reserved identifier: ${token.text}` });
    const open = this.#in.accept("'('");
    if (open) return this.#call(open, name, undefined);
    if (isReserved) return { kind: "literal", id: this.id(), at: token.at, value: null };
    return { kind: "ident", id: this.id(), at: token.at, name };
  }

  #struct(name: string, open: Token): Expr {
    const id = this.id();
    const fields: FieldEntry[] = [];
    this.#in.startOf(STRUCT_START);
    this.#entries(() => {
      const optional = this.#in.accept("'?'") !== undefined;
      const first = fields.length === 0 && !optional;
      const name = this.#escaped() ?? this.#in.expect("IDENTIFIER", first ? STRUCT_START : FIELD_NAMES).text;
      const colon = this.#in.expect("':'");
      const value = this.#in.within(["','", "'}'"], () => this.#expr());
      fields.push({ field: name, at: colon.at, value, optional });
    });
    return { kind: "struct", id, at: open.at, name, fields };
  }

  #value({ at }: Token, { value, problem }: LiteralReading): Expr {
    if (value === undefined) this.#in.issues.push({ at, text: problem });
    return { kind: "literal", id: this.id(), at, value: value ?? null };
  }

  #literal(): Expr {
    const read = readLiteral(this.#in.token);
    if (read === undefined) throw new Abort();
    return this.#value(this.#in.take(), read);
  }
}
