/** Types of tokens. `key` and `value` are `?` and `:`, also where they are not written. */
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

/** One token of libyaml's scanner. */
export interface Token {
  readonly type: TokenType;
  /** Line on which the token begins, from 0. */
  readonly line: number;
  /** Text of a scalar, alias or anchor, or the handle of a tag. */
  readonly value?: string;
  /** Suffix of a tag, prefix of a %TAG directive, or number of a %YAML directive. */
  readonly suffix?: string;
  /** True for a scalar without quotes. */
  readonly plain?: boolean;
}
