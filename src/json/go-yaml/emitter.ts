const WIDTH = 80;
const MANY_PARTS = 16_384;

/**
 * The state of libyaml's emitter: where the next character stands, and what was written just before
 * (yaml_emitter_t of go.yaml.in/yaml/v2).
 */
export class Emitter {
  /** Column of the lines of the container that is written; -1 outside of any. */
  indent = -1;
  readonly #parts: string[] = [];
  #column = 0;
  /** The last thing was a space, or a mark that stands for one. */
  #whitespace = true;
  /** Only spaces and marks such as `-` stand on the line so far. */
  #indention = true;

  /** What has been written since it was taken last. */
  take(): string {
    return this.#parts.splice(0).join("");
  }

  /** There is enough to be taken: about a hundred kilobytes of short texts. */
  get isFull(): boolean {
    return this.#parts.length > MANY_PARTS;
  }

  /** The line has reached its width: it is broken at the next space. */
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

  /** Goes to the column of the next member, on a new line unless this one is still empty. */
  writeIndent(): void {
    const indent = Math.max(this.indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace))
      this.writeBreak();
    if (this.#column < indent) this.write(" ".repeat(indent - this.#column));
    this.#whitespace = true;
    this.#indention = true;
  }

  /** A mark such as `-`, `:` or a quote, with a space before it where one is needed and missing. */
  writeIndicator(mark: string, options: IndicatorOptions = {}): void {
    if (options.needsSpace === true) this.writeSpace();
    this.write(mark);
    this.#whitespace = options.isSpace === true;
    this.#indention = this.#indention && options.indents === true;
  }

  writeSpace(): void {
    if (!this.#whitespace) this.write(" ");
  }

  /** Behind a scalar: what follows needs a space, or a new line. */
  endContent(): void {
    this.#indention = false;
    this.#whitespace = false;
  }

  /** Behind a line of a literal, which may be the last one. */
  endLine(): void {
    this.#indention = false;
  }
}

interface IndicatorOptions {
  readonly needsSpace?: boolean;
  readonly isSpace?: boolean;
  readonly indents?: boolean;
}
