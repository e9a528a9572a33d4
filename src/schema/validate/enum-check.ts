import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json } from "../../json/value.ts";
import type { Findings } from "./findings.ts";
import type { Trail } from "./trail.ts";

type EnumCheck = (value: Json, trail: Trail, findings: Findings) => void;

/** Returns undefined without values: an empty enum allows everything. */
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

/**
 * True if a value is one of the allowed ones. As in the reference, a fraction is truncated before it is
 * compared with integers.
 */
const isAmong = (value: Json, allowed: ReadonlySet<Json>): boolean =>
  allowed.has(value) || (typeof value === "number" && allowed.has(Math.trunc(value)));
