import type { TokenKind } from "./lexer.ts";

/** What an expression begins with. Errors name the tokens of a list in the order of the grammar, whatever its own order is. */
export const EXPRESSION_START: readonly TokenKind[] = [
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
export const INDEX_START: readonly TokenKind[] = [...EXPRESSION_START, "'?'"];
/** What may follow `(` behind a name. */
export const ARGUMENT_START: readonly TokenKind[] = [...EXPRESSION_START, "')'"];
/** What may follow the `[` of a list. */
export const LIST_START: readonly TokenKind[] = [...EXPRESSION_START, "']'", "','", "'?'"];
/** What may follow the `{` of a map. */
export const MAP_START: readonly TokenKind[] = [...EXPRESSION_START, "'}'", "','", "'?'"];
export const FIELD_NAMES: readonly TokenKind[] = ["IDENTIFIER", "ESC_IDENTIFIER"];
export const STRUCT_START: readonly TokenKind[] = ["'}'", "','", "'?'", ...FIELD_NAMES];
export const EXPRESSION_STARTS: ReadonlySet<TokenKind> = new Set(EXPRESSION_START);

export const RELATIONS: ReadonlySet<TokenKind> = new Set([
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'=='",
  "'!='",
  "'in'",
]);
export const PRODUCTS: ReadonlySet<TokenKind> = new Set(["'*'", "'/'", "'%'"]);
export const SUMS: ReadonlySet<TokenKind> = new Set(["'+'", "'-'"]);
/** What may stand after a complete operand, whatever is open around it. */
export const AFTER_OPERAND: ReadonlySet<TokenKind> = new Set([
  ...RELATIONS,
  ...PRODUCTS,
  ...SUMS,
  "'&&'",
  "'||'",
  "'?'",
  "'.'",
  "'['",
]);

/** The same, without what makes the operand longer. */
export const OPERATORS: ReadonlySet<TokenKind> = new Set(
  [...AFTER_OPERAND].filter((kind) => kind !== "'.'" && kind !== "'['"),
);
/** Behind what an entry of a map or a message may go on. */
export const AFTER_ENTRY: ReadonlySet<TokenKind> = new Set([...AFTER_OPERAND, "','", "'}'"]);

export const NUMBERS: ReadonlySet<TokenKind> = new Set(["NUM_INT", "NUM_FLOAT"]);
