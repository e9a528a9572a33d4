const NEVER_ZERO = new WeakSet<object>();

/**
 * Notes an empty list or map of a schema. `optional.ofNonZeroValue` keeps it: the values of schemas do not tell Go whether they are
 * zero (apiserver, pkg/cel/common/valuesunstructured.go, has no IsZeroValue), and those of expressions do.
 */
export function neverZero<T extends object>(value: T): T {
  NEVER_ZERO.add(value);
  return value;
}

export const isNeverZero = (value: object): boolean => NEVER_ZERO.has(value);
