import { identityOf } from "../../json/identity.ts";
import type { Json } from "../../json/value.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Check, CompileChild, Place } from "./check.ts";
import type { Findings } from "./findings.ts";
import { oldItem } from "./old-value.ts";
import type { Trail } from "./trail.ts";

/** Checks the elements first, then their number. Undefined if the schema accepts every list. */
export function compileListCheck(
  schema: JsonSchema,
  place: Place,
  compile: CompileChild,
): Check<Json[]> | undefined {
  const { minItems, maxItems, uniqueItems } = schema;
  const items = compileItems(schema, place, compile);
  if (items === undefined && minItems === undefined && maxItems === undefined && !uniqueItems)
    return undefined;
  return (list, old, trail, findings) => {
    const checks = items?.(list, old, trail, findings) ?? 0;
    checkCount(schema, list, trail, findings);
    return checks;
  };
}

function checkCount(
  { minItems, maxItems, uniqueItems }: JsonSchema,
  list: Json[],
  trail: Trail,
  findings: Findings,
): void {
  const { length } = list;
  if (minItems !== undefined && length < minItems)
    findings.invalid(trail, length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && length > maxItems) findings.tooMany(trail, length, maxItems, "items");
  if (uniqueItems && hasDuplicates(list)) findings.invalid(trail, "", "shouldn't contain duplicates");
}

const hasDuplicates = (list: readonly Json[]): boolean => new Set(list.map(identityOf)).size < list.length;

function compileItems(
  { items }: JsonSchema,
  { structure, anyFormat }: Place,
  compile: CompileChild,
): Check<Json[]> | undefined {
  if (items?.schema === undefined) return undefined;
  const { check, quick } = compile(items.schema, { structure: structure?.items, isRoot: false, anyFormat });
  const correlates = structure?.items !== undefined && structure.listType === "map";
  return (list, old, trail, findings) => {
    let checks = 0;
    for (let i = 0; i < list.length; i++) {
      const item = list[i] ?? null;
      const passed = quick === undefined ? -1 : quick(item);
      if (passed >= 0) checks += passed;
      else {
        const before = correlates ? oldItem(old, item, structure) : undefined;
        checks += check(item, before, { parent: trail, segment: i }, findings);
      }
    }
    return checks;
  };
}
