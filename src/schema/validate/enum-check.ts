import type { Json } from "../../api/json.ts";
import { equal } from "../../json/equal.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

export type EnumCheck = (value: Json, trail: Trail, findings: Findings) => void;

/** Undefined without values; an enum that is empty allows everything. */
export function compileEnumCheck(values: readonly Json[] | undefined): EnumCheck | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const scalars = new Set<Json>(values.filter((value) => typeof value !== "object"));
  return (value, trail, findings) => {
    if (scalars.has(value) || values.some((allowed) => isAllowed(value, allowed))) return;
    findings.enum(trail, value, values);
  };
}

/** A null in an enum allows nothing, and a fraction is cut before it is compared with an integer: so it is in the reference. */
function isAllowed(value: Json, allowed: Json): boolean {
  if (allowed === null || value === null) return false;
  if (typeof value === "number" && typeof allowed === "number" && Number.isInteger(allowed)) {
    return Math.trunc(value) === allowed;
  }
  return typeof allowed === "object" && equal(value, allowed);
}
