const WIDTH = 80;
const MANY_PARTS = 16_384;

/**
 * The state of libyaml's emitter (yaml_emitter_t of go.yaml.in/yaml/v2): the column of the next character, and what
 * kind of character was written last.
 */
export class Emitter {
  /** Column of the lines of the container that is being written; -1 outside of any container. */
  indent = -1;
  readonly #parts: string[] = [];
  #column = 0;
  /** True if the last character was a space, or an indicator that counts as one. */
  #whitespace = true;
  /** True if the current line contains only spaces and indicators such as `-`. */
  #indention = true;

  /** Returns the text that was written since the last call. */
  take(): string {
    return this.#parts.splice(0).join("");
  }

  /** True if enough text has been written for a `take()`: about a hundred kilobytes of short texts. */
  get isFull(): boolean {
    return this.#parts.length > MANY_PARTS;
  }

  /** True if the line has reached its maximum width, so that it is broken at the next space. */
  get isLong(): boolean {
    return this.#column > WIDTH;
  }

  get isAfterBreak(): boolean {
    return this.#column === 0;
  }

  get isIndented(): boolean {
    return this.#indention;
  }

  increaseIndent(flow: boolean): void {
    this.indent = this.indent < 0 ? (flow ? 2 : 0) : this.indent + 2;
  }

  /** Text without characters beyond 16 bits: these are always escaped. */
  write(text: string): void {
    this.#parts.push(text);
    this.#column += text.length;
  }

  writeBreak(text = "\n"): void {
    this.#parts.push(text);
    this.#column = 0;
    this.#indention = true;
    this.#whitespace = true;
  }

  /** Moves to the column of the next member, on a new line unless the current line is still empty. */
  writeIndent(): void {
    const indent = Math.max(this.indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace))
      this.writeBreak();
    if (this.#column < indent) this.write(" ".repeat(indent - this.#column));
    this.#whitespace = true;
    this.#indention = true;
  }

  /** Writes an indicator such as `-`, `:` or a quotation mark, with a space before it if one is needed and missing. */
  writeIndicator(mark: string, options: IndicatorOptions = {}): void {
    if (options.needsSpace === true) this.writeSpace();
    this.write(mark);
    this.#whitespace = options.isSpace === true;
    this.#indention = this.#indention && options.indents === true;
  }

  writeSpace(): void {
    if (!this.#whitespace) this.write(" ");
  }

  /** Called after a scalar: the next text needs a space or a new line before it. */
  endContent(): void {
    this.#indention = false;
    this.#whitespace = false;
  }

  /** Called after a line of a literal scalar. The line may be the last one. */
  endLine(): void {
    this.#indention = false;
  }
}

interface IndicatorOptions {
  readonly needsSpace?: boolean;
  readonly isSpace?: boolean;
  readonly indents?: boolean;
}
