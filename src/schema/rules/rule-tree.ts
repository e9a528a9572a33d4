import type { Checked } from "../../cel/check/checked.ts";
import type { Call, Expr } from "../../cel/parse/ast.ts";
import { walk } from "../../cel/parse/walk.ts";
import { type CelType, paramsOf } from "../../cel/types/types.ts";
import type { Structure } from "../structure.ts";
import { type CompiledRule, compileRules } from "./compile-rules.ts";
import { type DeclaredType, declaredType } from "./declared-type.ts";
import { escapeName } from "./names.ts";
import { type ToValue, toValueOf } from "./to-value.ts";

/** The compiled rules of a schema and of all its parts. Parts without rules are left out. */
export interface RuleTree {
  readonly structure: Structure;
  readonly rules: readonly CompiledRule[];
  /** There are rules here, but their values have no type in CEL: none of the rules can be compiled. */
  readonly untyped: boolean;
  /** True if at least one of the rules uses `oldSelf`. */
  readonly usesOldSelf: boolean;
  readonly toValue: ToValue | undefined;
  /** Like `toValue`, for values that may have other types than the schema specifies. */
  readonly carefulToValue: ToValue | undefined;
  readonly items: RuleTree | undefined;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additional: RuleTree | undefined;
}

/** Returns undefined if there are no rules. `isResource`: the schema is the root of a resource. */
export function compileRuleTree(structure: Structure, isResource: boolean): RuleTree | undefined {
  return treeOf(structure, isResource, declaredType(structure.schema, isResource));
}

function treeOf(
  structure: Structure,
  isResource: boolean,
  declared: DeclaredType | undefined,
): RuleTree | undefined {
  if (!structure.has.rules) return undefined;
  const { items, additional, schema } = structure;
  const rules = declared === undefined ? [] : compileRules(schema, declared);
  const typed = rules.some(tellsApart);
  let careful: ToValue | undefined;
  return {
    structure,
    rules,
    untyped: declared === undefined && (schema.validations?.length ?? 0) > 0,
    usesOldSelf: rules.some((rule) => rule.usesOldSelf),
    toValue: rules.length === 0 ? undefined : toValueOf(structure, isResource, { typed }),
    get carefulToValue() {
      careful ??= toValueOf(structure, isResource, { careful: true, typed });
      return careful;
    },
    items: items && treeOf(items, items.embedded, declared?.element),
    properties: propertyTrees(structure, declared),
    additional:
      additional?.structure && treeOf(additional.structure, additional.structure.embedded, declared?.element),
  };
}

/**
 * Compiles the rules of properties. Properties without a type are left out (apiextensions-apiserver,
 * cel/validation.go, validator).
 */
function propertyTrees(
  { properties }: Structure,
  declared: DeclaredType | undefined,
): ReadonlyMap<string, RuleTree> {
  const trees = new Map<string, RuleTree>();
  for (const [name, property] of properties ?? []) {
    const type = propertyType(name, property, declared);
    const tree = type && treeOf(property, property.embedded, type);
    if (tree !== undefined) trees.set(name, tree);
  }
  return trees;
}

/**
 * Type of a property. A property whose name cannot be escaped is absent from the type of the object, but its
 * own rules are evaluated.
 */
function propertyType(
  name: string,
  property: Structure,
  declared: DeclaredType | undefined,
): DeclaredType | undefined {
  const escaped = escapeName(name);
  return escaped === undefined
    ? declaredType(property.schema, property.embedded)
    : declared?.fields?.get(escaped);
}

/**
 * True if a rule can detect that lists and maps of a schema differ from those of expressions: if it compares
 * them with values of other types or searches them for such keys, or if it tests a value for zero.
 */
function tellsApart({ expression, message }: CompiledRule): boolean {
  return [expression, message].some((compiled) => compiled?.kind === "program" && uses(compiled.checked));
}

function uses(checked: Checked): boolean {
  let found = false;
  walk(checked.expr, (expr) => {
    found ||= expr.kind === "call" && callTellsApart(expr, checked);
  });
  return found;
}

function callTellsApart(call: Call, { types, calls }: Checked): boolean {
  const name = calls.get(call.id)?.name ?? call.name;
  const typeOf = (expr: Expr | undefined): CelType | undefined => expr && types.get(expr.id);
  const [a, b] = call.args.map(typeOf);
  switch (name) {
    case "dyn":
    case "optional.ofNonZeroValue":
      return true;
    case "_==_":
    case "@in":
      return [a, b].some(hasParts) && [a, b].some(hasDyn);
    default:
      return false;
  }
}

const hasParts = (type: CelType | undefined): boolean =>
  type !== undefined && (type.kind === "object" || paramsOf(type).length > 0);

const hasDyn = (type: CelType | undefined): boolean =>
  type !== undefined && (type.kind === "dyn" || paramsOf(type).some(hasDyn));
