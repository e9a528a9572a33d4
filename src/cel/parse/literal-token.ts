import type { Value } from "../values/values.ts";
import type { Token, TokenKind } from "./lexer.ts";
import { doubleLiteral, intLiteral, stringLiteral, uintLiteral } from "./literals.ts";

/** The value of a literal token, and its error. */
export interface LiteralReading {
  /** The value; undefined if the token is invalid. */
  readonly value: Value | undefined;
  readonly problem: string;
}

/** Reads a literal; undefined if the token is not one. */
export function readLiteral(token: Token): LiteralReading | undefined {
  const problem = PROBLEMS[token.kind];
  if (problem === undefined) return undefined;
  return {
    value: literalValue(token),
    problem: namesNoCharacter(token) ? "invalid unicode code point" : problem,
  };
}

/** Reads a number after a minus. */
export function readNegative({ kind, text }: Token): LiteralReading {
  if (kind === "NUM_INT") return { value: intLiteral(text, true), problem: "invalid int literal" };
  return { value: doubleLiteral(text, true), problem: "invalid double literal" };
}

/** True for an escape of half of a surrogate pair, or of a number above the last code point of Unicode. */
const namesNoCharacter = ({ kind, text }: Token): boolean =>
  kind === "STRING" &&
  /\\(u[dD][89a-fA-F]|U0000[dD][89a-fA-F]|U00(1[1-9a-fA-F]|[2-9a-fA-F])|U(0[1-9a-fA-F]|[1-9a-fA-F]))/.test(
    text,
  );

const PROBLEMS: Readonly<Partial<Record<TokenKind, string>>> = {
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
