export type TokenType =
  | "stream end"
  | "version directive"
  | "tag directive"
  | "document start"
  | "document end"
  | "block sequence start"
  | "block mapping start"
  | "block end"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "-"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

/** One token, as libyaml cuts a text. */
export interface Token {
  readonly type: TokenType;
  /** In which it begins, from 0. */
  readonly line: number;
  /** Of a scalar, an alias, an anchor; the handle of a tag. */
  readonly value?: string;
  /** Of a tag; what a %TAG directive stands for; the number of a %YAML directive. */
  readonly suffix?: string;
  /** A scalar without quotes. */
  readonly plain?: boolean;
}
