import { formatFloat } from "../../go/float.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Findings } from "./findings.ts";
import { formatInteger, isWhole, toInteger } from "./go-number.ts";
import type { Trail } from "./trail.ts";
import type { TypeFacts } from "./type-check.ts";

type Numeric = number | bigint;
type NumberCheck = (value: Numeric, isInteger: boolean, trail: Trail, findings: Findings) => void;

interface NumberFacts {
  /** `integer`, `number`, or empty if the schema has no type. */
  readonly type: string;
  readonly format: string;
}

const INT32 = 2 ** 31;
const MAX_FLOAT32 = 3.4028235677973366e38;

/** True if the type and format of the schema can represent the number. */
function fitsRange(value: Numeric, { type, format }: NumberFacts): boolean {
  if (type === "integer") {
    if (typeof value === "bigint") return format !== "int32" && BigInt.asIntN(64, value) === value;
    if (!Number.isInteger(value)) return false;
    return format === "int32" ? value >= -INT32 && value < INT32 : value >= -(2 ** 63) && value < 2 ** 63;
  }
  return format !== "float" || Math.abs(Number(value)) < MAX_FLOAT32;
}

function checkRange(
  what: string,
  value: Numeric,
  facts: NumberFacts,
  trail: Trail,
  findings: Findings,
): boolean {
  if (fitsRange(value, facts)) return true;
  const format = facts.format === "" ? "(default format)" : `with format ${facts.format}`;
  findings.general(trail, (path) => `${what} value must be of type ${facts.type} ${format} in ${path}`);
  return false;
}

/**
 * Checks multipleOf, minimum and maximum as kube-openapi does: an integer is compared with the whole part of
 * the bound (a maximum of 1.5 is 1), unless the bound itself does not fit the type. Undefined if the schema
 * accepts every number.
 */
export function compileNumberCheck(
  schema: JsonSchema,
  { types, format }: TypeFacts,
): NumberCheck | undefined {
  const type = types.length === 1 && (types[0] === "integer" || types[0] === "number") ? types[0] : "";
  const facts: NumberFacts = { type, format: type === "" ? "" : format };
  const checks = [multipleCheck(schema, facts), minimumCheck(schema, facts), maximumCheck(schema, facts)];
  const needed = checks.filter((check) => check !== undefined);
  if (needed.length === 0 && type === "") return undefined;
  return (value, isInteger, trail, findings) => {
    // A number that does not fit into an int64 is a float, and is compared as a float.
    const number = isInteger ? value : Number(value);
    checkRange("Checked", number, facts, trail, findings);
    for (const check of needed) check(number, isInteger, trail, findings);
  };
}

function multipleCheck({ multipleOf: factor }: JsonSchema, facts: NumberFacts): NumberCheck | undefined {
  if (factor === undefined) return undefined;
  return (value, isInteger, trail, findings) => {
    const native = checkRange("MultipleOf", factor, facts, trail, findings) && isInteger;
    const used = native ? toInteger(factor) : factor;
    if (used <= 0) {
      const says = `must be positive: ${show(used, native)}`;
      findings.sentence(trail, used, (path) => `factor MultipleOf declared for ${path} ${says}`);
    } else if (!isMultiple(value, used, native)) {
      findings.invalid(trail, value, `should be a multiple of ${show(used, native)}`);
    }
  };
}

const show = (number: number, isInteger: boolean): string =>
  isInteger ? formatInteger(number) : formatFloat(number);

function isMultiple(value: Numeric, factor: number, native: boolean): boolean {
  if (!native) return isWhole(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
  return typeof value === "bigint" ? value % BigInt(factor) === 0n : value % factor === 0;
}

function maximumCheck(
  { maximum, exclusiveMaximum: exclusive }: JsonSchema,
  facts: NumberFacts,
): NumberCheck | undefined {
  if (maximum === undefined) return undefined;
  const says = exclusive ? "should be less than" : "should be less than or equal to";
  return (value, isInteger, trail, findings) => {
    const native = checkRange("Maximum boundary", maximum, facts, trail, findings) && isInteger;
    const bound = native ? toInteger(maximum) : maximum;
    if (exclusive ? value >= bound : value > bound)
      findings.invalid(trail, value, `${says} ${show(bound, native)}`);
  };
}

function minimumCheck(
  { minimum, exclusiveMinimum: exclusive }: JsonSchema,
  facts: NumberFacts,
): NumberCheck | undefined {
  if (minimum === undefined) return undefined;
  const says = exclusive ? "should be greater than" : "should be greater than or equal to";
  return (value, isInteger, trail, findings) => {
    const native = checkRange("Minimum boundary", minimum, facts, trail, findings) && isInteger;
    const bound = native ? toInteger(minimum) : minimum;
    if (exclusive ? value <= bound : value < bound)
      findings.invalid(trail, value, `${says} ${show(bound, native)}`);
  };
}
