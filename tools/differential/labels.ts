/** Labels for values of several sorts: `{uid:Pod/a}`, `{rv:Pod/a#2}`, `{clusterIP}`. */
export class Labels {
  readonly #labels = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Gives a value its label, when it has none. */
  name(sort: string, value: string, base: string): void {
    this.#add(`${sort} ${value}`, `${sort}:${base}`);
  }

  /** Gives a value the label of its present owner. Another owner may have had it before. */
  own(sort: string, value: string, owner: string): void {
    const key = `${sort} ${value}`;
    const name = `${sort}:${owner}`;
    if (this.#labels.get(key)?.replace(/#\d+/, "") === `{${name}}`) return;
    this.#labels.delete(key);
    this.#add(key, name);
  }

  of(sort: string, value: string): string {
    return this.#add(`${sort} ${value}`, sort);
  }

  known(sort: string, value: string): string | undefined {
    return this.#labels.get(`${sort} ${value}`);
  }

  #add(key: string, name: string): string {
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = count === 1 ? `{${name}}` : `{${name}#${count}}`;
    this.#labels.set(key, label);
    return label;
  }
}
