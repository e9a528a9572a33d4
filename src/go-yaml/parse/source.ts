/** A position in a text. Lines and columns count from 0; `at` is the number of UTF-16 units before it. */
export interface Mark {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

const [TAB, LF, CR, SPACE, NEL, LS, PS] = [0x09, 0x0a, 0x0d, 0x20, 0x85, 0x2028, 0x2029];
/** Code that is returned after the end of the text. */
const END = 0;

/** True for a space and a tab. */
export const isBlank = (code: number): boolean => code === SPACE || code === TAB;
/** True for the line breaks of YAML 1.1, also NEL, LS and PS. */
export const isBreak = (code: number): boolean =>
  code === LF || code === CR || code === NEL || code === LS || code === PS;
/** True for a line break, and at the end of the text. */
export const isBreakOrEnd = (code: number): boolean => code === END || isBreak(code);
/** True for a blank or a line break, and at the end of the text. */
export const isBlankOrEnd = (code: number): boolean => isBlank(code) || isBreakOrEnd(code);
/** True for 0 to 9. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** True for characters of names: of anchors, directives and handles of tags. */
export const isWordCharacter = (code: number): boolean =>
  isDigit(code) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d;

/** A YAML text with a read position. */
export class Source {
  readonly text: string;
  at = 0;
  line = 0;
  column = 0;

  constructor(text: string) {
    this.text = text;
  }

  get mark(): Mark {
    return { at: this.at, line: this.line, column: this.column };
  }

  /** Returns the character `ahead` places after the current one. */
  code(ahead = 0): number {
    const at = this.at + ahead;
    return at < this.text.length ? this.text.charCodeAt(at) : END;
  }

  is(character: string, ahead = 0): boolean {
    return this.text[this.at + ahead] === character;
  }

  skip(count = 1): void {
    this.at += count;
    this.column += count;
  }

  /** Skips characters of one line and returns them. */
  takeWhile(isWanted: (code: number) => boolean): string {
    const from = this.at;
    let end = from;
    while (end < this.text.length && isWanted(this.text.charCodeAt(end))) end++;
    this.skip(end - from);
    return this.text.slice(from, end);
  }

  /** Skips a line break and returns the text that it adds to a scalar. */
  takeBreak(): string {
    const code = this.code();
    const length = code === CR && this.code(1) === LF ? 2 : 1;
    this.at += length;
    this.column = 0;
    this.line++;
    return code === LS || code === PS ? String.fromCharCode(code) : "\n";
  }

  skipBlanks(): void {
    while (isBlank(this.code())) this.skip();
  }

  skipComment(): void {
    if (this.is("#")) this.takeWhile((code) => !isBreakOrEnd(code));
  }

  /** True at `---` or `...` at the beginning of a line, followed by a blank, a line break or the end. */
  atDocumentMark(): boolean {
    if (this.column !== 0 || !isBlankOrEnd(this.code(3))) return false;
    return this.text.startsWith("---", this.at) || this.text.startsWith("...", this.at);
  }
}
