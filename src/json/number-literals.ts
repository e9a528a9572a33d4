/**
 * The text of numbers that their value no longer shows: `2.0`, `1e1`, `1e400`, integers beyond 64 bits. By the
 * container that holds the number (identity), then by key or index.
 */
export type NumberLiterals = Map<object, Map<string | number, string>>;

export function noteLiteral(
  literals: NumberLiterals,
  container: object,
  key: string | number,
  text: string,
): void {
  let own = literals.get(container);
  if (own === undefined) {
    own = new Map();
    literals.set(container, own);
  }
  own.set(key, text);
}

/** The text as written of the number under `key` of `container`; undefined when it is what `String(value)` gives. */
export function literalOf(
  literals: NumberLiterals | undefined,
  container: object,
  key: string | number,
): string | undefined {
  return literals?.get(container)?.get(key);
}

/**
 * Go's complaint about the first number that no 64 bits hold, such as `1e999`; undefined when there is none. `where`:
 * `struct field jsonPatchOp.value`.
 */
export function infiniteProblem(literals: NumberLiterals | undefined, where = "value"): string | undefined {
  for (const texts of literals?.values() ?? []) {
    for (const text of texts.values()) {
      if (!Number.isFinite(Number(text)))
        return `json: cannot unmarshal number ${text} into Go ${where} of type float64`;
    }
  }
  return undefined;
}
