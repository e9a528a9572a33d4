/** Shorter values are not looked for: they are part of too many words. */
const SHORTEST = 4;
/** So many values, the longest, are found wherever they stand in a text; more of them only where they stand as words. */
const MOST_WITHIN = 250;
const WORDS = /[^\s"'`,;:()[\]{}]+/g;

/** Values that nobody is to see, and what stands for each: for messages that quote them. */
export class SecretTexts {
  readonly #known = new Map<string, () => string>();
  #longest: readonly string[] | undefined;

  /** `placeholder` is asked for when a text has the value. */
  add(value: string, placeholder: () => string): void {
    if (value.length < SHORTEST || this.#known.has(value)) return;
    this.#known.set(value, placeholder);
    this.#longest = undefined;
  }

  /** The text without these values. One may be part of another: the longest are replaced first. */
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
