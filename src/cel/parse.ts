import type { Expr, FieldEntry, MapEntry } from "./ast.ts";
import { TOKEN_KINDS, type Token, type TokenKind, tokenize } from "./lexer.ts";
import { doubleLiteral, intLiteral, stringLiteral, uintLiteral } from "./literals.ts";
import { expandMacro } from "./macros.ts";
import type { Issue } from "./source.ts";
import { isTooDeep } from "./too-deep.ts";
import type { Value } from "./values.ts";

export type ParseResult =
  | { readonly kind: "expr"; readonly expr: Expr }
  | { readonly kind: "issues"; readonly issues: readonly Issue[] };

const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;

/** Reads an expression and expands its macros. The texts of syntax errors are the reference's. */
/** `bindings`: `cel.bind` may be used. */
export function parse(source: string, { bindings = false } = {}): ParseResult {
  const size = Array.from(source).length;
  if (size > MAX_CODE_POINTS) return tooLong(size);
  const { tokens, issues } = tokenize(source);
  const parser = new Parser(tokens, issues, bindings);
  const expr = parser.parse();
  if (expr === undefined || parser.issues.length > 0) return { kind: "issues", issues: parser.issues };
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

const EXPRESSION_START: readonly TokenKind[] = [
  "'['",
  "'{'",
  "'('",
  "'.'",
  "'-'",
  "'!'",
  "'true'",
  "'false'",
  "'null'",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
];
/** What may follow `[` behind an operand. */
const INDEX_START: readonly TokenKind[] = [
  ...EXPRESSION_START.slice(0, 6),
  "'?'",
  ...EXPRESSION_START.slice(6),
];
const FIELD_NAMES: readonly TokenKind[] = ["IDENTIFIER", "ESC_IDENTIFIER"];
const STRUCT_START: readonly TokenKind[] = ["'}'", "','", "'?'", ...FIELD_NAMES];
const STARTS: ReadonlySet<TokenKind> = new Set(EXPRESSION_START);

const RELATIONS: ReadonlySet<TokenKind> = new Set(["'<'", "'<='", "'>='", "'>'", "'=='", "'!='", "'in'"]);
const PRODUCTS: ReadonlySet<TokenKind> = new Set(["'*'", "'/'", "'%'"]);
const SUMS: ReadonlySet<TokenKind> = new Set(["'+'", "'-'"]);
/** What may stand after a complete operand, whatever is open around it. */
const AFTER_OPERAND: ReadonlySet<TokenKind> = new Set([
  ...RELATIONS,
  ...PRODUCTS,
  ...SUMS,
  "'&&'",
  "'||'",
  "'?'",
  "'.'",
  "'['",
]);

const RESERVED: ReadonlySet<string> = new Set([
  ..."as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
]);

/** Ends the parse: the error has been reported, and nothing after it can be trusted. */
class Abort extends Error {}

class Parser {
  readonly issues: Issue[];
  readonly #tokens: readonly Token[];
  /** What closes the constructs that are open, innermost last. */
  readonly #closers: (readonly TokenKind[])[] = [["<EOF>"]];
  #next = 0;
  #id = 0;
  #depth = 0;

  readonly #bindings: boolean;

  constructor(tokens: readonly Token[], issues: readonly Issue[], bindings: boolean) {
    this.#tokens = tokens;
    this.#bindings = bindings;
    this.issues = [...issues];
  }

  parse(): Expr | undefined {
    try {
      const expr = this.#expr();
      this.#end();
      return expr;
    } catch (error) {
      if (error instanceof Abort) return undefined;
      throw error;
    }
  }

  id(): number {
    return ++this.#id;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #is(kind: TokenKind): boolean {
    return this.#token.kind === kind;
  }

  #take(): Token {
    const token = this.#token;
    if (token.kind !== "<EOF>") this.#next++;
    return token;
  }

  #accept(kind: TokenKind): Token | undefined {
    return this.#is(kind) ? this.#take() : undefined;
  }

  #syntax(token: Token, text: string): void {
    this.issues.push({ at: token.at, text: `Syntax error: ${text}` });
  }

  #abort(token: Token, text: string): never {
    this.#syntax(token, text);
    throw new Abort();
  }

  /** One token of this kind: drops a superfluous one before it, makes up a missing one, else gives up. */
  #expect(kind: TokenKind, expected: readonly TokenKind[] = [kind]): Token {
    const token = this.#token;
    if (token.kind === kind) return this.#take();
    if (this.#tokens[this.#next + 1]?.kind === kind) {
      this.#syntax(token, `extraneous input '${token.text}' expecting ${listed(expected)}`);
      this.#next++;
      return this.#take();
    }
    if (expected.length === 1 && this.#mayFollow(kind, token.kind)) {
      this.#syntax(token, `missing ${kind} at '${token.text}'`);
      return token;
    }
    this.#abort(token, `mismatched input '${token.text}' expecting ${listed(expected)}`);
  }

  #mayFollow(missing: TokenKind, kind: TokenKind): boolean {
    if (missing === "':'") return STARTS.has(kind);
    return AFTER_OPERAND.has(kind) || this.#closers.at(-1)!.includes(kind);
  }

  #end(): void {
    if (this.#is("<EOF>")) return;
    const token = this.#token;
    const last = this.#tokens[this.#next + 1]?.kind === "<EOF>" && token.kind !== "':'";
    this.#abort(token, `${last ? "extraneous" : "mismatched"} input '${token.text}' expecting <EOF>`);
  }

  #within<T>(closers: readonly TokenKind[], read: () => T): T {
    this.#closers.push(closers);
    const result = read();
    this.#closers.pop();
    return result;
  }

  #expr(): Expr {
    if (++this.#depth > MAX_DEPTH) {
      this.issues.push({ at: -1, text: `expression recursion limit exceeded: ${MAX_DEPTH}` });
      throw new Abort();
    }
    const expr = this.#conditional();
    this.#depth--;
    return expr;
  }

  #conditional(): Expr {
    const condition = this.#logical("'||'", "_||_");
    const operator = this.#accept("'?'");
    if (operator === undefined) return condition;
    const id = this.id();
    const truthy = this.#within(["':'"], () => this.#logical("'||'", "_||_"));
    this.#expect("':'");
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
    if (!this.#is(kind)) return first;
    const terms = [first];
    const operators: Token[] = [];
    while (this.#is(kind)) {
      operators.push(this.#take());
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
    while (kinds.has(this.#token.kind)) {
      const operator = this.#take();
      const name = operator.kind === "'in'" ? "@in" : `_${operator.text}_`;
      left = this.#binary(name, operator, left, operand());
    }
    return left;
  }

  #relation(): Expr {
    return this.#chain(RELATIONS, () => this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#unary())));
  }

  #unary(): Expr {
    const operator = this.#token;
    const negation = operator.kind === "'-'";
    if (!negation && operator.kind !== "'!'") return this.#member(false);
    let count = 0;
    while (this.#accept(operator.kind)) count++;
    if (!STARTS.has(this.#token.kind) || (this.#is("'-'") && !this.#numberAhead()) || this.#is("'!'"))
      this.#unaryProblem(operator, negation);
    if (count === 1 && negation && NUMBERS.has(this.#token.kind)) return this.#member(true, operator);
    const id = this.id();
    const operand = this.#member(false);
    if (count % 2 === 0) return operand;
    const name = negation ? "-_" : "!_";
    return { kind: "call", id, at: operator.at, name, target: undefined, args: [operand] };
  }

  #numberAhead(): boolean {
    return NUMBERS.has(this.#tokens[this.#next + 1]?.kind ?? "<EOF>");
  }

  #unaryProblem(operator: Token, negation: boolean): never {
    const token = this.#token;
    if (!negation)
      this.#abort(token, `extraneous input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
    this.#syntax(token, `no viable alternative at input '${operator.text}${inputText(token)}'`);
    this.#abort(token, `mismatched input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
  }

  #member(negative: boolean, sign?: Token): Expr {
    let expr = negative ? this.#negativeNumber(sign!) : this.#primary();
    for (;;) {
      const open = this.#accept("'['");
      if (open) expr = this.#index(expr, open);
      else if (this.#is("'.'")) {
        const selected = this.#select(expr, this.#take());
        if (selected === undefined) return expr;
        expr = selected;
      } else return expr;
    }
  }

  #index(operand: Expr, open: Token): Expr {
    const optional = this.#accept("'?'") !== undefined;
    if (!optional) this.#startOf(INDEX_START);
    const id = this.id();
    const index = this.#within(["']'"], () => this.#expr());
    this.#expect("']'");
    const name = optional ? "_[?_]" : "_[_]";
    return { kind: "call", id, at: open.at, name, target: undefined, args: [operand, index] };
  }

  /** Undefined: no name stands there; the error has been reported, and the text goes on with an operator. */
  #select(operand: Expr, dot: Token): Expr | undefined {
    const id = this.id();
    const optional = this.#accept("'?'") !== undefined;
    const name = this.#token;
    if (name.kind === "ESC_IDENTIFIER") {
      this.#take();
      this.issues.push({ at: name.at, text: "unsupported syntax: '`'" });
      return operand;
    }
    if (name.kind !== "IDENTIFIER") return this.#noName(dot, name, optional);
    this.#take();
    const open = optional ? undefined : this.#accept("'('");
    if (open) return this.#call(open, name.text, operand);
    if (!optional) return { kind: "select", id, at: dot.at, operand, field: name.text, test: false };
    const field: Expr = { kind: "literal", id: this.id(), at: name.at, value: name.text };
    return { kind: "call", id, at: dot.at, name: "_?._", target: undefined, args: [operand, field] };
  }

  #noName(dot: Token, name: Token, optional: boolean): undefined {
    if (optional) {
      this.#syntax(name, `mismatched input '${name.text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
      this.issues.push({ at: name.at, text: "unsupported ident kind" });
      throw new Abort();
    }
    this.#syntax(name, `no viable alternative at input '${dot.text}${inputText(name)}'`);
    if (!RELATIONS.has(name.kind)) throw new Abort();
    return undefined;
  }

  #call(open: Token, name: string, target: Expr | undefined): Expr {
    const id = this.id();
    const args: Expr[] = [];
    if (!this.#accept("')'")) {
      this.#argumentStart();
      do args.push(this.#within(["','", "')'"], () => this.#expr()));
      while (this.#accept("','"));
      this.#expect("')'");
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
    this.issues.push(macro.issue);
    return { kind: "literal", id, at: macro.issue.at, value: null };
  }

  #argumentStart(): void {
    this.#startOf([...EXPRESSION_START, "')'"]);
  }

  /** Of an expression, where these may stand. */
  #startOf(allowed: readonly TokenKind[]): void {
    const token = this.#token;
    if (STARTS.has(token.kind)) return;
    const following = this.#tokens[this.#next + 1];
    const superfluous = following !== undefined && allowed.includes(following.kind);
    const what = superfluous ? "extraneous" : "mismatched";
    this.#abort(token, `${what} input '${token.text}' expecting ${listed(allowed)}`);
  }

  #primary(): Expr {
    const token = this.#token;
    switch (token.kind) {
      case "'('": {
        this.#take();
        const inner = this.#within(["')'"], () => this.#expr());
        this.#expect("')'");
        return inner;
      }
      case "'['":
        return this.#list(this.#take());
      case "'{'":
        return this.#map(this.#take());
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
    while (!this.#is("']'") && !this.#is("','")) {
      const optional = this.#accept("'?'") !== undefined;
      items.push({ optional, value: this.#within(["','", "']'"], () => this.#expr()) });
      if (!this.#comma("']'")) break;
    }
    if (items.length === 0) this.#accept("','");
    this.#expect("']'");
    return { kind: "list", id, at: open.at, items };
  }

  /** A comma after an entry; false where the list ends. */
  #comma(closer: "']'" | "'}'"): boolean {
    if (this.#accept("','")) return STARTS.has(this.#token.kind) || this.#is("'?'");
    if (!this.#is(closer)) {
      this.#expect(closer, [closer, "','"]);
      this.#next--;
    }
    return false;
  }

  #map(open: Token): Expr {
    const id = this.id();
    const entries: MapEntry[] = [];
    while (!this.#is("'}'") && !this.#is("','")) {
      const optional = this.#accept("'?'") !== undefined;
      const key = this.#within(["':'"], () => this.#expr());
      this.#expect("':'");
      entries.push({ optional, key, value: this.#within(["','", "'}'"], () => this.#expr()) });
      if (!this.#comma("'}'")) break;
    }
    if (entries.length === 0) this.#accept("','");
    this.#expect("'}'");
    return { kind: "map", id, at: open.at, entries };
  }

  #identifier(): Expr {
    const dot = this.#accept("'.'");
    const token = this.#token;
    if (token.kind !== "IDENTIFIER")
      this.#abort(token, `no viable alternative at input '.${inputText(token)}'`);
    this.#take();
    const name = (dot ? "." : "") + token.text;
    if (RESERVED.has(token.text)) {
      this.issues.push({ at: token.at, text: `reserved identifier: ${token.text}` });
      return { kind: "literal", id: this.id(), at: token.at, value: null };
    }
    const open = this.#accept("'('");
    if (open) return this.#call(open, name, undefined);
    const message = this.#messageName(name);
    if (message !== undefined) return this.#struct(message, this.#take());
    return { kind: "ident", id: this.id(), at: token.at, name };
  }

  /** `a.b.C` if a `{` follows it; consumes it then. */
  #messageName(first: string): string | undefined {
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

  #struct(name: string, open: Token): Expr {
    const id = this.id();
    const fields: FieldEntry[] = [];
    while (!this.#is("'}'") && !this.#is("','")) {
      const optional = this.#accept("'?'") !== undefined;
      const first = fields.length === 0 && !optional;
      const field = this.#expect("IDENTIFIER", first ? STRUCT_START : FIELD_NAMES);
      const colon = this.#expect("':'");
      const value = this.#within(["','", "'}'"], () => this.#expr());
      fields.push({ field: field.text, at: colon.at, value, optional });
      if (!this.#comma("'}'")) break;
    }
    if (fields.length === 0) this.#accept("','");
    this.#expect("'}'");
    return { kind: "struct", id, at: open.at, name, fields };
  }

  #negativeNumber(sign: Token): Expr {
    const token = this.#take();
    const value = token.kind === "NUM_INT" ? intLiteral(token.text, true) : doubleLiteral(token.text, true);
    return this.#value(
      sign,
      value,
      token.kind === "NUM_INT" ? "invalid int literal" : "invalid double literal",
    );
  }

  #value(token: Token, value: Value | undefined, problem: string): Expr {
    if (value === undefined) this.issues.push({ at: token.at, text: problem });
    return { kind: "literal", id: this.id(), at: token.at, value: value ?? null };
  }

  #literal(): Expr {
    const token = this.#token;
    const problem = LITERAL_PROBLEMS[token.kind];
    if (problem === undefined) return this.#noExpression(token);
    this.#take();
    return this.#value(
      token,
      literalValue(token),
      namesNoCharacter(token) ? "invalid unicode code point" : problem,
    );
  }

  #noExpression(token: Token): Expr {
    if (STARTS.has(this.#tokens[this.#next + 1]?.kind ?? "<EOF>") && !RELATIONS.has(token.kind)) {
      this.#syntax(token, `extraneous input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
      this.#take();
      return this.#unary();
    }
    this.#syntax(token, `mismatched input '${token.text}' expecting ${listed(EXPRESSION_START)}`);
    if (!RELATIONS.has(token.kind)) throw new Abort();
    return { kind: "literal", id: this.id(), at: token.at, value: null };
  }
}

const NUMBERS: ReadonlySet<TokenKind> = new Set(["NUM_INT", "NUM_FLOAT"]);

/** An escape of a half of a pair, or of more than Unicode has. */
const namesNoCharacter = ({ kind, text }: Token): boolean =>
  kind === "STRING" &&
  /\\(u[dD][89a-fA-F]|U0000[dD][89a-fA-F]|U00(1[1-9a-fA-F]|[2-9a-fA-F])|U(0[1-9a-fA-F]|[1-9a-fA-F]))/.test(
    text,
  );

const LITERAL_PROBLEMS: Readonly<Partial<Record<TokenKind, string>>> = {
  NUM_INT: "invalid int literal",
  NUM_UINT: "invalid uint literal",
  NUM_FLOAT: "invalid double literal",
  STRING: "unable to unescape string",
  BYTES: "unable to unescape string",
  "'true'": "",
  "'false'": "",
  "'null'": "",
};

function literalValue({ kind, text }: Token): Value | undefined {
  switch (kind) {
    case "NUM_INT":
      return intLiteral(text, false);
    case "NUM_UINT":
      return uintLiteral(text);
    case "NUM_FLOAT":
      return doubleLiteral(text, false);
    case "'true'":
      return true;
    case "'false'":
      return false;
    case "'null'":
      return null;
    default:
      return stringLiteral(text);
  }
}

/** The input that a failed prediction saw last: nothing at the end of the text. */
const inputText = (token: Token): string => (token.kind === "<EOF>" ? "" : token.text);

function listed(kinds: readonly TokenKind[]): string {
  if (kinds.length === 1) return kinds[0]!;
  const ordered = [...kinds].sort((a, b) => TOKEN_KINDS.indexOf(a) - TOKEN_KINDS.indexOf(b));
  return `{${ordered.join(", ")}}`;
}
