import type { Structure } from "../structure.ts";
import { type CompiledRule, compileRules } from "./compile-rules.ts";
import { type DeclaredType, declaredType } from "./declared-type.ts";
import { escapeName } from "./names.ts";
import { type ToValue, toValueOf } from "./to-value.ts";

/** The rules of a schema and of everything inside it, compiled; parts without rules are not there. */
export interface RuleTree {
  readonly structure: Structure;
  readonly rules: readonly CompiledRule[];
  /** Some rule here looks at `oldSelf`. */
  readonly usesOldSelf: boolean;
  readonly toValue: ToValue | undefined;
  readonly items: RuleTree | undefined;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additional: RuleTree | undefined;
}

/** Undefined when there are no rules. `isResource`: the root of a resource. */
export function compileRuleTree(structure: Structure, isResource: boolean): RuleTree | undefined {
  return treeOf(structure, isResource, declaredType(structure.schema, isResource));
}

function treeOf(
  structure: Structure,
  isResource: boolean,
  declared: DeclaredType | undefined,
): RuleTree | undefined {
  if (!structure.has.rules || declared === undefined) return undefined;
  const rules = compileRules(structure.schema, declared);
  const { items, additional } = structure;
  return {
    structure,
    rules,
    usesOldSelf: rules.some((rule) => rule.usesOldSelf),
    toValue: rules.length === 0 ? undefined : toValueOf(structure, isResource),
    items: items && treeOf(items, items.embedded, declared.element),
    properties: propertyTrees(structure, declared),
    additional:
      additional?.structure && treeOf(additional.structure, additional.structure.embedded, declared.element),
  };
}

function propertyTrees({ properties }: Structure, declared: DeclaredType): ReadonlyMap<string, RuleTree> {
  const trees = new Map<string, RuleTree>();
  for (const [name, property] of properties ?? []) {
    const tree = treeOf(property, property.embedded, propertyType(name, property, declared));
    if (tree !== undefined) trees.set(name, tree);
  }
  return trees;
}

/** A name that cannot be escaped is unknown to the type of the object, and yet has rules of its own. */
function propertyType(name: string, property: Structure, { fields }: DeclaredType): DeclaredType | undefined {
  const escaped = escapeName(name);
  return escaped === undefined ? declaredType(property.schema, property.embedded) : fields?.get(escaped);
}
