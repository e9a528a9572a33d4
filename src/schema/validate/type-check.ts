import type { Json } from "../../json/value.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Findings } from "./findings.ts";
import { isWhole } from "./go-number.ts";
import type { ValueKind } from "./kind-of.ts";
import type { Trail } from "./trail.ts";

/** Type of the values of a schema. `format` is empty if it is unknown or does not fit the type. */
export interface TypeFacts {
  readonly types: readonly string[];
  readonly format: string;
  readonly nullable: boolean;
}

/** Types that a schema accepts; none are listed if it accepts all. `usable`: true if the format fits the type. */
export function typeFacts(
  { type, intOrString, format, nullable }: JsonSchema,
  usable: (type: string, format: string) => boolean,
): TypeFacts {
  const types = intOrString ? ["integer", "string"] : type === "" ? [] : [type];
  return { types, format: usable(types.length === 1 ? type : "", format) ? format : "", nullable };
}

/**
 * Checks types as kube-openapi does, with its peculiarities: the format is checked before the type, and if
 * there is a format and the type is not a number, texts and lists pass with any type. Returns true if the
 * value passed.
 */
export function checkType(
  facts: TypeFacts,
  value: Json,
  kind: ValueKind,
  trail: Trail,
  findings: Findings,
): boolean {
  const { types, format, nullable } = facts;
  if (kind === "null") {
    if (types.length === 0 || nullable || types.includes("null")) return true;
    findings.type(trail, types.join(","), "null");
    return false;
  }
  const fits = types.includes(kind) || fitsAsNumber(types, value, kind);
  const isTextOrList = kind === "string" || kind === "array";
  const actualFormat = kind === "integer" ? "int64" : kind === "number" ? "float64" : "";
  if (!isTextOrList && format !== "" && !fits && actualFormat !== format) {
    findings.type(trail, format, actualFormat);
    return false;
  }
  const isNumeric = types.includes("number") || types.includes("integer");
  if (fits || (isTextOrList && format !== "" && !isNumeric)) return true;
  findings.type(trail, types.join(","), kind);
  return false;
}

function fitsAsNumber(types: readonly string[], value: Json, kind: ValueKind): boolean {
  if (kind === "integer") return types.includes("number");
  return kind === "number" && types.includes("integer") && isWhole(Number(value));
}
