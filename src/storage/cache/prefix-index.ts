/**
 * Values by prefix, such that the prefixes of a key are found without looking at the others: one probe for each
 * length of prefix that is in use under each directory of the key.
 */
export class PrefixIndex<T> {
  readonly #directories = new Map<string, Directory<T>>();

  get(prefix: string): T | undefined {
    const { directory, rest } = divide(prefix);
    return this.#directories.get(directory)?.values.get(rest);
  }

  set(prefix: string, value: T): void {
    const { directory, rest } = divide(prefix);
    let found = this.#directories.get(directory);
    if (found === undefined) {
      found = { values: new Map(), lengths: new Map() };
      this.#directories.set(directory, found);
    }
    if (!found.values.has(rest)) found.lengths.set(rest.length, (found.lengths.get(rest.length) ?? 0) + 1);
    found.values.set(rest, value);
  }

  delete(prefix: string): void {
    const { directory, rest } = divide(prefix);
    const found = this.#directories.get(directory);
    if (found === undefined || !found.values.delete(rest)) return;
    const uses = (found.lengths.get(rest.length) ?? 1) - 1;
    if (uses > 0) found.lengths.set(rest.length, uses);
    else found.lengths.delete(rest.length);
    if (found.values.size === 0) this.#directories.delete(directory);
  }

  /** Visits the value of every prefix that the key starts with. */
  forEachPrefixOf(key: string, visit: (value: T) => void): void {
    this.#visit(0, key, visit);
    for (let slash = key.indexOf("/"); slash >= 0; slash = key.indexOf("/", slash + 1)) {
      this.#visit(slash + 1, key, visit);
    }
  }

  #visit(end: number, key: string, visit: (value: T) => void): void {
    const directory = this.#directories.get(key.slice(0, end));
    if (directory === undefined) return;
    for (const length of directory.lengths.keys()) {
      const value = directory.values.get(key.slice(end, end + length));
      if (value !== undefined && end + length <= key.length) visit(value);
    }
  }
}

/** All prefixes with the same last slash; keyed by what follows it. */
interface Directory<T> {
  readonly values: Map<string, T>;
  /** Number of the keys of each length. */
  readonly lengths: Map<number, number>;
}

function divide(prefix: string): { directory: string; rest: string } {
  const end = prefix.lastIndexOf("/") + 1;
  return { directory: prefix.slice(0, end), rest: prefix.slice(end) };
}
