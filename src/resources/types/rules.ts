import { MERGE_RULES } from "./merge-rules.ts";

/** What is special about a field when it is merged; see `merge-rules.ts`. */
export interface MergeRule {
  readonly listType: "atomic" | "set" | "map";
  readonly keys: readonly string[];
  readonly keyDefaults: ReadonlyMap<string, string | number | boolean>;
  readonly mergeKey: string | undefined;
  readonly retainKeys: boolean;
  readonly replace: boolean;
  /** `true` atomic, `false` granular, undefined: as the type says. */
  readonly atomic: boolean | undefined;
}

interface TypeRules {
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, MergeRule>;
}

const NO_DEFAULTS: ReadonlyMap<string, string | number | boolean> = new Map();
const NO_RULES: TypeRules = { atomic: false, fields: new Map() };

let rules: ReadonlyMap<string, TypeRules> | undefined;

/** The rules of a type such as `core/v1.PodSpec`. */
export function mergeRulesOf(typeName: string): TypeRules {
  rules ??= parseRules(MERGE_RULES);
  return rules.get(typeName) ?? NO_RULES;
}

function parseRules(text: string): Map<string, TypeRules> {
  const types = new Map<string, TypeRules>();
  let fields = new Map<string, MergeRule>();
  for (const line of text.trim().split("\n")) {
    const [name = "", ...words] = line.trim().split(" ");
    if (line.startsWith("  ")) {
      fields.set(name, parseRule(words));
      continue;
    }
    fields = new Map();
    types.set(name, { atomic: words.includes("atomic"), fields });
  }
  return types;
}

function parseRule(words: readonly string[]): MergeRule {
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

/** `protocol:"TCP"` → key and default. */
function parseKey(text: string): { key: string; value: string | number | boolean | undefined } {
  const colon = text.indexOf(":");
  if (colon < 0) return { key: text, value: undefined };
  return { key: text.slice(0, colon), value: JSON.parse(text.slice(colon + 1)) as string | number | boolean };
}
