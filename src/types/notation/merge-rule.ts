import type { ListShape } from "../shape.ts";

/** Merge options of a field; see `notation.ts`. */
export interface MergeRule extends Pick<ListShape, "listType" | "keys" | "keyDefaults" | "mergeKey"> {
  readonly retainKeys: boolean;
  readonly replace: boolean;
  /** `true` if atomic, `false` if granular, undefined if the type decides. */
  readonly atomic: boolean | undefined;
}

const NO_DEFAULTS: ReadonlyMap<string, string | number | boolean> = new Map();

/** Parses the words after a field in a table: `map=name:""`, `merge=name`, `atomic`. */
export function parseMergeRule(words: readonly string[]): MergeRule {
  const map = words
    .find((word) => word.startsWith("map="))
    ?.slice(4)
    .split(",")
    .map(parseKey);
  const merge = words.find((word) => word.startsWith("merge="));
  const defaults = (map ?? []).flatMap(({ key, value }) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return {
    listType: map !== undefined ? "map" : words.includes("set") ? "set" : "atomic",
    keys: map?.map(({ key }) => key) ?? [],
    keyDefaults: defaults.length === 0 ? NO_DEFAULTS : new Map(defaults),
    mergeKey: merge?.slice(6),
    retainKeys: words.includes("retainKeys"),
    replace: words.includes("replace"),
    atomic: words.includes("atomic") ? true : words.includes("granular") ? false : undefined,
  };
}

/** Parses `protocol:"TCP"` to a key and its default. */
function parseKey(text: string): { key: string; value: string | number | boolean | undefined } {
  const colon = text.indexOf(":");
  if (colon < 0) return { key: text, value: undefined };
  return { key: text.slice(0, colon), value: JSON.parse(text.slice(colon + 1)) };
}
