import { literalOf, type NumberLiterals } from "./number-literals.ts";

const written = new WeakMap<object, NumberLiterals>();

/** `2.0` and `1e3` are floats to Go, although they have no fraction; `1e400` is none. */
const isFloat = (text: string): boolean => /[.eE]/.test(text);

/** Remembers of an object which of its numbers were written as floats. */
export function noteFloats(object: object, literals: NumberLiterals): void {
  for (const texts of literals.values())
    for (const text of texts.values()) if (isFloat(text)) written.set(object, literals);
}

/** Of an object in which numbers were written as floats: whether one of them was. Undefined: none was. */
export function floatsOf(object: object): ((container: object, key: string | number) => boolean) | undefined {
  const literals = written.get(object);
  if (literals === undefined) return undefined;
  return (container, key) => isFloat(literalOf(literals, container, key) ?? "");
}
