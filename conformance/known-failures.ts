import { readFileSync } from "node:fs";

export interface KnownFailure {
  readonly file: string;
  readonly name: string;
  /** Why it fails, for people. */
  readonly reason: string;
}

/** `conformance/known-failures.json`: cases that are known to fail. One that passes has to be taken off the list. */
export class KnownFailures {
  readonly #reasons: ReadonlyMap<string, string>;

  constructor(list: readonly KnownFailure[]) {
    this.#reasons = new Map(list.map(({ file, name, reason }) => [keyOf(file, name), reason]));
  }

  static read(path: string): KnownFailures {
    return new KnownFailures(JSON.parse(readFileSync(path, "utf8")));
  }

  has(file: string, name: string): boolean {
    return this.#reasons.has(keyOf(file, name));
  }
}

const keyOf = (file: string, name: string): string => `${file}\n${name}`;
