/** Errors of definitions, with what helps; the first that fits is used. `$1` is the first group of the pattern. */
const HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /undefined field '(?:namespace|labels|annotations|uid|finalizers|ownerReferences)'/,
    "the schema declares no such field: declare it, or write x-kubernetes-embedded-resource: true if the value is a whole object; of a resource's own metadata, rules see only name and generateName",
  ],
  [/undefined field '([^']+)'/, 'declare "$1" in the schema: rules see only declared fields'],
  [
    /messageExpression cost exceeds budget/,
    "write message instead, a text without an expression, or bound the texts and lists that it reads with maxLength and maxItems",
  ],
  [
    /cost exceeds budget/,
    "bound the lists, maps and texts that the rule reads: maxItems, maxProperties, maxLength",
  ],
  [
    /must only have one version marked as storage|must have exactly one version marked as storage/,
    "storage: true in exactly one version",
  ],
  [/schemas are required/, "a schema.openAPIV3Schema with type: object"],
];

/** Returns what helps against an error of a definition; empty if nothing is known. */
export function definitionHint(message: string): string {
  for (const [pattern, hint] of HINTS) {
    const found = pattern.exec(message);
    if (found !== null) return hint.replaceAll("$1", found[1] ?? "");
  }
  return "";
}

/** Removes the rule from an error, which the place of the error shows. */
export const withoutRule = (message: string): string =>
  message.replace(/^Invalid value: \{"Rule":.*?"OptionalOldSelf":(?:null|true|false)\}: /s, "");
