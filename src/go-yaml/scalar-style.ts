import { isPlainString } from "./plain-scalar.ts";

/** Styles in which Go's writer prints a text. */
export type ScalarStyle = "plain" | "single" | "double" | "literal";

/**
 * Characters that libyaml treats as not printable in YAML 1.1. They include tabs, carriage returns, and all
 * characters beyond 16 bits.
 */
const SPECIAL = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const BREAKS = "\\n\\r\\u0085\\u2028\\u2029";
const BREAK = new RegExp(`[${BREAKS}]`);
const EDGE = new RegExp(`^[ ${BREAKS}]|[ ${BREAKS}]$`);
const BREAK_SPACE = new RegExp(`[${BREAKS}] `);
const SPACE_BREAK = new RegExp(` [${BREAKS}]`);
/** Characters that have a meaning in YAML at their position. */
const INDICATOR = new RegExp(
  `^(?:---|\\.\\.\\.|[#,[\\]{}&*!|>'"%@\`]|[?:-](?:[ \\t]|$))|:(?:[ \\t]|$)|[ \\t${BREAKS}]#`,
);

/**
 * Selects the style of a string as Go's encoder does (stringv, yaml_emitter_analyze_scalar and
 * yaml_emitter_select_scalar_style of go.yaml.in/yaml/v2).
 */
export function styleOf(text: string, isSimpleKey: boolean): ScalarStyle {
  if (text.includes("\n")) return isLiteral(text) && !isSimpleKey ? "literal" : "double";
  if (!isPlainString(text) || SPECIAL.test(text)) return "double";
  const multiline = BREAK.test(text);
  if (multiline && isSimpleKey) return "double";
  if (!multiline && !EDGE.test(text) && !INDICATOR.test(text)) return "plain";
  return BREAK_SPACE.test(text) || SPACE_BREAK.test(text) ? "double" : "single";
}

const isLiteral = (text: string): boolean =>
  !text.endsWith(" ") && !SPACE_BREAK.test(text) && !SPECIAL.test(text);

/** True if the text has a line break of YAML. */
export const hasBreak = (text: string): boolean => BREAK.test(text);

/** True if the character is a line break of YAML. */
export const isBreak = (character: string): boolean => BREAK.test(character);

/** True for characters that only double quotes can represent. */
export const isSpecial = (character: string): boolean => SPECIAL.test(character);
