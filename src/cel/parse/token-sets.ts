import type { TokenKind } from "./lexer.ts";

/**
 * Tokens at the start of an expression. Errors list tokens in the order of the grammar, whatever the order
 * here.
 */
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
/** Tokens after `[` that follows an operand. */
export const INDEX_START: readonly TokenKind[] = [...EXPRESSION_START, "'?'"];
/** Tokens after `(` that follows a name. */
export const ARGUMENT_START: readonly TokenKind[] = [...EXPRESSION_START, "')'"];
/** Tokens after the `[` of a list. */
export const LIST_START: readonly TokenKind[] = [...EXPRESSION_START, "']'", "','", "'?'"];
/** Tokens after the `{` of a map. */
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
/** Tokens after a complete operand, in any construct. */
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

/** The same, without tokens that extend the operand. */
export const OPERATORS: ReadonlySet<TokenKind> = new Set(
  [...AFTER_OPERAND].filter((kind) => kind !== "'.'" && kind !== "'['"),
);
/** Tokens after an entry of a map or a message. */
export const AFTER_ENTRY: ReadonlySet<TokenKind> = new Set([...AFTER_OPERAND, "','", "'}'"]);

export const NUMBERS: ReadonlySet<TokenKind> = new Set(["NUM_INT", "NUM_FLOAT"]);
