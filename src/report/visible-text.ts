import { randomBytes } from "node:crypto";

const CONTROLS = String.raw`[\p{Cc}\p{Bidi_Control}\u2028\u2029]`;
const ANY = new RegExp(CONTROLS, "gu");
/** Line breaks and tabs have their usual effect only. */
const NO_LAYOUT = new RegExp(`(?!\r\n|[\n\t])${CONTROLS}`, "gu");

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The text with `write(character)` in place of each character that `visible` escapes. */
export const withControls = (text: string, write: (character: string) => string): string =>
  text.replace(NO_LAYOUT, write);

/**
 * The text with `\u001b` in place of each control character (ASCII, C1, U+2028 and U+2029, Unicode's Bidi_Control), except
 * line breaks and tabs. JSON, and YAML in double quotes, keep their meaning.
 */
export const visible = (text: string): string => withControls(text, escaped);

/** Like `visible`, but line breaks and tabs are escaped too. */
export const visibleLine = (text: string): string => text.replace(ANY, escaped);

/**
 * Begins an escape sequence of this program, such as a color. It has a random part, so that no text from outside can
 * contain it.
 */
export const OWN_ESCAPE = `\u001b${randomBytes(8).toString("hex")}`;

/** A text as a terminal may print it: the sequences of this program have their effect, all others are visible. */
export const forTerminal = (text: string): string => text.split(OWN_ESCAPE).map(visible).join("\u001b");
