import type { KubeObject } from "../../../../api/meta.ts";
import type { Json } from "../../../../json/value.ts";

const EXPRESSION_FIELDS: ReadonlySet<string> = new Set([
  "expression",
  "messageExpression",
  "valueExpression",
]);

/**
 * Returns the texts of all expressions in a stored policy. They may use parts of the language that are no
 * longer allowed in new expressions.
 */
export function storedExpressions(policy: KubeObject): ReadonlySet<string> {
  const texts = new Set<string>();
  collect(policy.spec, texts);
  return texts;
}

function collect(value: Json | undefined, texts: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, texts);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "string" && EXPRESSION_FIELDS.has(key)) texts.add(member);
    else collect(member, texts);
  }
}
