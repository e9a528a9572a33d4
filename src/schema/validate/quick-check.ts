import type { Json } from "../../json/value.ts";
import { formatCheck } from "../formats/formats.ts";
import type { JsonSchema } from "../json-schema.ts";
import { compilePattern } from "../pattern.ts";
import type { TypeFacts } from "./type-check.ts";

/** True if a value certainly passes; false if the full check must decide. */
export type QuickCheck = (value: Json) => boolean;

/**
 * Compiles a check of common scalars that costs one or two comparisons: most values are valid, and need
 * neither a path nor a list of errors. Undefined for schemas that are not simple scalars.
 */
export function compileQuickCheck(schema: JsonSchema, { types, format }: TypeFacts): QuickCheck | undefined {
  const { anyOf, oneOf, allOf, not } = schema;
  if (anyOf !== undefined || oneOf !== undefined || allOf !== undefined || not !== undefined)
    return undefined;
  const ofType = quickType(schema, types, format);
  if (ofType === undefined || schema.enum === undefined || schema.enum.length === 0) return ofType;
  const allowed = new Set<Json>(schema.enum.filter((value) => typeof value !== "object"));
  return (value) => allowed.has(value) && ofType(value);
}

function quickType(schema: JsonSchema, types: readonly string[], format: string): QuickCheck | undefined {
  if (types.length === 2)
    return format === "" && schema.pattern === "" && !hasLimits(schema) ? isIntOrString : undefined;
  switch (types[0]) {
    case "string":
      return quickText(schema, format);
    case "boolean":
      return format === "" ? (value) => typeof value === "boolean" : undefined;
    case "integer":
    case "number":
      return quickInteger(schema, format);
    default:
      return undefined;
  }
}

const hasLimits = ({ minimum, maximum, multipleOf, minLength, maxLength }: JsonSchema): boolean =>
  [minimum, maximum, multipleOf, minLength, maxLength].some((limit) => limit !== undefined);

const isIntOrString: QuickCheck = (value) => typeof value === "string" || Number.isSafeInteger(value);

/**
 * Checks lengths in code units; a character has one or two. Between minLength and twice minLength only
 * counting characters can decide.
 */
function quickText(
  { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER, pattern }: JsonSchema,
  format: string,
): QuickCheck {
  const isFormat = format === "" ? undefined : formatCheck(format);
  const matches = pattern === "" ? undefined : compilePattern(pattern);
  const enough = minLength <= 1 ? minLength : minLength * 2;
  return (value) =>
    typeof value === "string" &&
    value.length <= maxLength &&
    value.length >= enough &&
    matches?.(value) !== false &&
    isFormat?.(value) !== false;
}

/** Checks integers between whole bounds; fractions and other bounds have rules of their own. */
function quickInteger(schema: JsonSchema, format: string): QuickCheck | undefined {
  const { minimum, maximum, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  if (
    multipleOf !== undefined ||
    [minimum, maximum].some((bound) => bound !== undefined && !Number.isSafeInteger(bound))
  ) {
    return undefined;
  }
  const [low, high] =
    format === "int32" ? [-2147483648, 2147483647] : [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const from = Math.max(low, minimum === undefined ? low : minimum + (exclusiveMinimum ? 1 : 0));
  const to = Math.min(high, maximum === undefined ? high : maximum - (exclusiveMaximum ? 1 : 0));
  return (value) => typeof value === "number" && Number.isInteger(value) && value >= from && value <= to;
}
