import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { usableFormat } from "../formats/usable-format.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Check, ChildCheck, Place } from "./check.ts";
import { compileComposition } from "./composition-check.ts";
import type { Findings } from "./findings.ts";
import { kindOf, type ValueKind } from "./kind-of.ts";
import { compileListCheck } from "./list-check.ts";
import { compileNumberCheck } from "./number-check.ts";
import { compileObjectCheck } from "./object-check.ts";
import { isUnchanged } from "./old-value.ts";
import { compileQuickCheck } from "./quick-check.ts";
import { compileTextCheck } from "./text-check.ts";
import type { Trail } from "./trail.ts";
import { checkType, type TypeFacts, typeFacts } from "./type-check.ts";

/** Like `compileCheck`, but errors of a value that has not changed are not reported. */
export function compileRatcheting(schema: JsonSchema, place: Place): Check {
  const check = compileCheck(schema, place);
  return (value, old, trail, findings) => {
    const before = findings.list.length;
    const checks = check(value, old, trail, findings);
    const found = findings.list.length > before;
    if (found && old !== undefined && isUnchanged(value, old, place.structure)) findings.list.length = before;
    return checks;
  };
}

/** Compiles the check of a field or an element. */
function compileChild(schema: JsonSchema, place: Place): ChildCheck {
  const facts = factsOf(schema, place);
  const passes = compileQuickCheck(schema, typeFacts(schema, usableFormat));
  const made = checksMade(true, facts.format !== "");
  return {
    check: compileRatcheting(schema, place),
    quick: passes && ((value) => (passes(value) ? made[kindOf(value)] + 1 : -1)),
  };
}

/**
 * Compiles a schema to one function, in the order of kube-openapi's validators: type, logical junctors, text,
 * format, number, list, enum, object. Compiles patterns: throws if one is not a valid regular expression.
 */
function compileCheck(schema: JsonSchema, place: Place): Check {
  const facts = factsOf(schema, place);
  const known = place.anyFormat ? typeFacts(schema, usableFormat) : facts;
  const hasType = facts.types.length > 0 || facts.format !== "";
  const composition = compileComposition(compileJunctors(schema, place));
  const text = compileTextCheck(schema, known.format);
  const number = compileNumberCheck(schema, known);
  const list = compileListCheck(schema, place, compileChild);
  const object = compileObjectCheck(schema, place, compileChild);
  const oneOfValues = compileEnumCheck(schema.enum);
  const made = checksMade(hasType, facts.format !== "");
  return (value, old, trail, findings) => {
    const kind = kindOf(value);
    let checks = made[kind];
    if (hasType && checkType(facts, value, kind, trail, findings)) checks++;
    if (kind === "null") {
      oneOfValues?.(value, trail, findings);
      return checks;
    }
    if (composition !== undefined) checks += composition(value, old, trail, findings);
    if (typeof value === "string") text?.(value, trail, findings);
    else if (typeof value === "number" || typeof value === "bigint")
      number?.(value, kind === "integer", trail, findings);
    else if (list !== undefined && Array.isArray(value)) checks += list(value, old, trail, findings);
    oneOfValues?.(value, trail, findings);
    if (object !== undefined && isJsonObject(value)) checks += object(value, old, trail, findings);
    return checks;
  };
}

const factsOf = (schema: JsonSchema, { anyFormat }: Place): TypeFacts =>
  typeFacts(schema, anyFormat ? (_, format) => format !== "" : usableFormat);

/** Compiles the schemas of junctors. Like the reference, their checks do not use old values. */
function compileJunctors({ anyOf = [], oneOf = [], allOf = [], not }: JsonSchema, place: Place) {
  const compile = (schema: JsonSchema): Check => {
    const check = compileCheck(schema, place);
    return (value, _old, trail, findings) => check(value, undefined, trail, findings);
  };
  return {
    anyOf: anyOf.map(compile),
    oneOf: oneOf.map(compile),
    allOf: allOf.map(compile),
    not: not === undefined ? undefined : compile(not),
  };
}

/** Number of checks that the reference counts for each kind of value, without those that depend on the value. */
function checksMade(hasType: boolean, hasFormat: boolean): Readonly<Record<ValueKind, number>> {
  const always = (hasType ? 1 : 0) + 4;
  const text = always + 1 + (hasFormat ? 1 : 0);
  return {
    null: 0,
    boolean: always,
    string: text,
    integer: always + 2,
    number: always + 2,
    array: always + 2,
    object: always + 1,
  };
}

type EnumCheck = (value: Json, trail: Trail, findings: Findings) => void;

/** Returns undefined without values: an empty enum allows everything. */
function compileEnumCheck(values: readonly Json[] | undefined): EnumCheck | undefined {
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
