import { StatusError } from "../../../api/status.ts";
import { TextLimit } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import { identityOf, type Managed } from "./managers/decode-managed-fields.ts";
import { countPaths, type FieldSet, pathsOf } from "./sets/field-set.ts";
import { formatPath } from "./sets/path-element.ts";

/** Fields of another manager that an apply request would change. */
export interface Conflict {
  readonly with: Managed;
  readonly set: FieldSet;
}

/**
 * Builds the error 409 `Apply failed with 1 conflict: conflict with "m" using v1: .data.b`, with a cause for
 * each field.
 */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = [...conflicts].sort((a, b) => (identityOf(a.with) < identityOf(b.with) ? -1 : 1));
  const limit = new TextLimit();
  const found = sorted.map((conflict) => ({
    manager: describe(conflict.with),
    fields: fieldsOf(conflict.set, limit),
  }));
  const count = sorted.reduce((sum, { set }) => sum + countPaths(set), 0);
  const causes = found.flatMap(({ manager, fields }) =>
    fields.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${manager}`, field })),
  );
  return new StatusError({
    message: summary(found, count),
    reason: "Conflict",
    details: { causes },
    code: 409,
  });
}

function summary(found: readonly { manager: string; fields: readonly string[] }[], count: number): string {
  const [first] = found;
  if (count === 1)
    return `Apply failed with 1 conflict: conflict with ${first?.manager}: ${first?.fields[0]}`;
  const lines = found.flatMap(({ manager, fields }) => [
    `conflicts with ${manager}:`,
    ...fields.map((f) => `- ${f}`),
  ]);
  return `Apply failed with ${count} conflicts: ${lines.join("\n")}`;
}

function fieldsOf(set: FieldSet, limit: TextLimit): string[] {
  const fields: string[] = [];
  for (const path of pathsOf(set)) {
    if (limit.isReached) break;
    const field = formatPath(path);
    limit.count(field);
    fields.push(field);
  }
  return fields;
}

function describe({ manager, subresource, operation, apiVersion }: Managed): string {
  const name = quote(manager) + (subresource === "" ? "" : ` with subresource ${quote(subresource)}`);
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
