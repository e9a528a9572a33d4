import type { Json } from "../../api/json.ts";
import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/stringify.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

export type EnumCheck = (value: Json, trail: Trail, findings: Findings) => void;

/** Undefined without values; an enum that is empty allows everything. */
export function compileEnumCheck(values: readonly Json[] | undefined): EnumCheck | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const scalars = new Set<Json>(values.filter((value) => typeof value !== "object"));
  const objects = values.filter((value) => typeof value === "object" && value !== null);
  const shown = values.map((allowed) => (typeof allowed === "string" ? allowed : stringify(allowed)));
  const joined = shown.join(" ");
  return (value, trail, findings) => {
    if (value !== null && (isAmong(value, scalars) || objects.some((allowed) => equal(value, allowed))))
      return;
    findings.enum(trail, value, { shown, joined });
  };
}

/** A fraction is cut before it is compared with an integer: so it is in the reference. */
const isAmong = (value: Json, allowed: ReadonlySet<Json>): boolean =>
  allowed.has(value) || (typeof value === "number" && allowed.has(Math.trunc(value)));
