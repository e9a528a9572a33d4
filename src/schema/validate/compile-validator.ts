import { type FieldError, TextLimit } from "../../api/validation/field-error.ts";
import type { Json } from "../../json/value.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Structure } from "../structure.ts";
import type { Check } from "./check.ts";
import { compileRatcheting } from "./compile-check.ts";
import { type Finding, Findings } from "./findings.ts";

/**
 * Checks a value. `old`: the value that it replaces, for ratcheting; undefined if there is none. `prefix`:
 * path of the value, for the fields of the errors; their texts do not contain it (`status.phase: … phase in
 * body must be …`).
 */
export type Validator = (value: Json, old?: Json, prefix?: string) => FieldError[];

/**
 * Compiles the validator of a schema. Patterns are compiled at the first use, so that a schema with an
 * invalid pattern can still be read. `anyFormat`: see `Place`.
 */
export function compileValidator(schema: JsonSchema, structure: Structure, anyFormat = false): Validator {
  let check: Check | undefined;
  return (value, old, prefix = "") => {
    check ??= compileRatcheting(schema, { structure, isRoot: true, anyFormat });
    const findings = new Findings();
    check(value, old, undefined, findings);
    return distinct(findings.list).map((finding) => toFieldError(finding, prefix));
  };
}

/** Removes repeated findings. Stops when the findings exceed the size limit of a response. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const byText = new Map<string, Finding>();
  const limit = new TextLimit();
  for (const finding of findings) {
    if (limit.isReached) break;
    limit.count(finding.text);
    if (!byText.has(finding.text)) byText.set(finding.text, finding);
  }
  return [...byText.values()];
}

function toFieldError(finding: Finding, prefix: string): FieldError {
  const path = (finding.path ?? "").replace(/^\./, "");
  const field = prefix === "" ? path : path === "" ? prefix : `${prefix}.${path}`;
  return finding.toFieldError(field === "" ? "<nil>" : field);
}
