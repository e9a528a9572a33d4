const TOTAL_LIMIT = 4096;
const TRUNCATED = 256;

/**
 * Collects `Warning` headers as the reference does (AddWarning in
 * k8s.io/apiserver/pkg/endpoints/filters/warning.go): duplicates once, texts with control characters not at
 * all. As soon as all of them together exceed 4096 characters, each one is cut to 256; no more are added once
 * the cut ones reach 4096 too. The work is linear in the length of the texts.
 */
export class WarningRecorder {
  #collected: Collected | undefined;

  /** Leaves out empty texts. */
  add(text: string): void {
    if (text === "") return;
    this.#collected ??= new Collected();
    this.#collected.add(text.toWellFormed());
  }

  /** Header values, in the order of arrival. */
  headers(): readonly string[] {
    return this.#collected?.headers ?? NONE;
  }
}

const NONE: readonly string[] = [];

/** Texts and headers of a request that has warnings. Most requests have none and do not allocate this. */
class Collected {
  readonly headers: string[] = [];
  /** Texts in the order of arrival; also those that must be cut before they are sent. */
  readonly #texts = new Set<string>();
  #written = 0;
  #truncating = false;

  add(text: string): void {
    if (this.#truncating && this.#written >= TOTAL_LIMIT) return;
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    if (this.#truncating) this.#write(cut(text));
    else if (!isPrintable(text)) return;
    else if (this.#written + countOf(text) <= TOTAL_LIMIT) this.#write(text);
    else this.#truncate();
  }

  #write(text: string): void {
    if (!isPrintable(text)) return;
    this.#written += countOf(text);
    this.headers.push(`299 - "${text.replace(/[\\"]/g, "\\$&")}"`);
  }

  #truncate(): void {
    this.#truncating = true;
    this.#written = 0;
    this.headers.length = 0;
    for (const text of this.#texts) this.#write(cut(text));
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const isPrintable = (text: string): boolean => !/[\x00-\x1f\x7f-\x9f]/.test(text);

/** Returns the first 256 characters; each of them has two UTF-16 units at most. */
const cut = (text: string): string =>
  text.length <= TRUNCATED ? text : [...text.slice(0, 2 * TRUNCATED)].slice(0, TRUNCATED).join("");

/** Number of characters; for texts beyond every limit a lower bound. */
function countOf(text: string): number {
  if (text.length > 2 * TOTAL_LIMIT) return text.length / 2;
  return [...text].length;
}
