/** Minimum length of values that are masked. Shorter ones occur in too many words. */
const SHORTEST = 4;
/**
 * Maximum number of values, the longest ones, that are masked anywhere in a text. All others are masked only if they
 * are whole words.
 */
const MOST_WITHIN = 250;
const WORDS = /[^\s"'`,;:()[\]{}]+/g;

/** Confidential values and their placeholders. Messages that quote the values are masked with them. */
export class SecretTexts {
  readonly #known = new Map<string, () => string>();
  #longest: readonly string[] | undefined;

  /** Adds a value. `placeholder` is called when a text contains the value. */
  add(value: string, placeholder: () => string): void {
    if (value.length < SHORTEST || this.#known.has(value)) return;
    this.#known.set(value, placeholder);
    this.#longest = undefined;
  }

  /** Returns the text with all values replaced. One value can be part of another, so the longest are replaced first. */
  mask(text: string): string {
    if (this.#known.size === 0 || text.length < SHORTEST) return text;
    this.#longest ??= [...this.#known.keys()].sort((a, b) => b.length - a.length).slice(0, MOST_WITHIN);
    let masked = text;
    for (const value of this.#longest)
      if (masked.includes(value)) masked = masked.replaceAll(value, this.#known.get(value) ?? (() => ""));
    if (this.#known.size <= MOST_WITHIN) return masked;
    return masked.replace(WORDS, (word) => this.#known.get(word)?.() ?? word);
  }
}
