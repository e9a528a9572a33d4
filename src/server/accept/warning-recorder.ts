const TOTAL_LIMIT = 4096;
const TRUNCATED = 256;

/**
 * Collects `Warning` headers as the reference does (AddWarning in k8s.io/apiserver/pkg/endpoints/filters/warning.go):
 * duplicates once, what cannot stand in a header not at all. As soon as all of them together are too long, each one is
 * cut, and nothing is taken any more when they are too long even so. The work is linear in what is added.
 */
export interface WarningRecorder {
  add(text: string): void;
  /** Header values, in the order of arrival. */
  headers(): readonly string[];
}

export function createWarningRecorder(): WarningRecorder {
  let collected: Collected | undefined;
  return {
    add(text) {
      if (text === "") return;
      collected ??= new Collected();
      collected.add(text.toWellFormed());
    },
    headers: () => collected?.headers ?? NONE,
  };
}

const NONE: readonly string[] = [];

/** Most requests have no warnings, and are not to pay for them. */
class Collected {
  readonly headers: string[] = [];
  /** In the order of arrival; also those that cannot be sent as they are, but perhaps when they are cut. */
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

/** The first characters: each of them has two units at most. */
const cut = (text: string): string =>
  text.length <= TRUNCATED ? text : [...text.slice(0, 2 * TRUNCATED)].slice(0, TRUNCATED).join("");

/** Characters; of texts that are too long by any count, not the exact number. */
function countOf(text: string): number {
  if (text.length > 2 * TOTAL_LIMIT) return text.length / 2;
  return [...text].length;
}
