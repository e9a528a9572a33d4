import { quote } from "../../go/quote.ts";
import { StorageError } from "../storage.ts";

/** A value that could not be decoded. */
export interface Problem {
  readonly error: StorageError;
  /** Tries it again; true: it can be read now. */
  readonly again: () => boolean;
}

/** Keys whose values cannot be decoded: a read of such a key fails with the reason, as in kube-apiserver. */
export class Unreadable {
  readonly #problems = new Map<string, Problem>();

  add(key: string, problem: Problem): void {
    this.#problems.set(key, problem);
  }

  /** There is another value, or none. */
  forget(key: string): void {
    if (this.#problems.size > 0) this.#problems.delete(key);
  }

  /** Throws the problem of this key. */
  assertKey(key: string): void {
    const problem = this.problemOf(key);
    if (problem !== undefined) throw problem;
  }

  /** Throws the problem of one of the keys below a prefix. */
  assertBelow(prefix: string): void {
    for (const key of this.#problems.keys()) {
      const cause = key.startsWith(prefix) ? this.problemOf(key) : undefined;
      if (cause === undefined) continue;
      throw new StorageError("Failed", `unable to transform key ${quote(key)}: ${cause.message}`, { cause });
    }
  }

  /** Returns undefined if the key can be read. */
  problemOf(key: string): StorageError | undefined {
    const problem = this.#problems.size === 0 ? undefined : this.#problems.get(key);
    if (problem === undefined) return undefined;
    if (!problem.again()) return problem.error;
    this.#problems.delete(key);
    return undefined;
  }
}
