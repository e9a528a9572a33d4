import type { Json, JsonObject } from "../../json/value.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Check, ChildCheck, CompileChild, Place } from "./check.ts";
import type { Findings } from "./findings.ts";
import { oldField } from "./old-value.ts";
import type { Trail } from "./trail.ts";

/**
 * Checks the number of fields, then each field, then that required fields are present. Undefined if the
 * schema accepts every object.
 */
export function compileObjectCheck(
  schema: JsonSchema,
  place: Place,
  compile: CompileChild,
): Check<JsonObject> | undefined {
  const { minProperties, maxProperties, required = [] } = schema;
  const limited = minProperties !== undefined || maxProperties !== undefined;
  const fields = compileFields(schema, place, compile);
  if (!limited && fields === undefined && required.length === 0) return undefined;
  return (object, old, trail, findings) => {
    if (limited) checkCount(schema, object, trail, findings);
    const checks = fields?.(object, old, trail, findings) ?? 0;
    for (const name of required) if (!isPresent(object, name)) findings.required(trail, name);
    return checks;
  };
}

const isPresent = (object: JsonObject, name: string): boolean =>
  Object.hasOwn(object, name) && object[name] !== undefined;

function checkCount(
  { minProperties, maxProperties }: JsonSchema,
  object: JsonObject,
  trail: Trail,
  findings: Findings,
): void {
  const count = Object.keys(object).length;
  if (minProperties !== undefined && count < minProperties)
    findings.invalid(trail, count, `should have at least ${minProperties} properties`);
  if (maxProperties !== undefined && count > maxProperties)
    findings.tooMany(trail, count, maxProperties, "properties");
}

interface FieldCheck extends ChildCheck {
  /** Next part of the path: `.name`, or `name` at the root. */
  readonly segment: string;
  /** No field of the old object corresponds to it, so ratcheting does not apply. */
  readonly isNew: boolean;
}

function compileFields(
  schema: JsonSchema,
  place: Place,
  compile: CompileChild,
): Check<JsonObject> | undefined {
  const known = compileProperties(schema, place, compile);
  const { additionalProperties } = schema;
  const forbidden = additionalProperties !== undefined && !additionalProperties.allows;
  const additional = compileAdditional(schema, place, compile);
  if (known.size === 0 && !forbidden && additional === undefined) return undefined;
  return (object, old, trail, findings) => {
    let checks = 0;
    for (const key in object) {
      const value = object[key];
      if (value === undefined) continue;
      const field = known.get(key);
      const child = field ?? additional;
      const passed = child?.quick === undefined ? -1 : child.quick(value);
      if (passed >= 0) checks += passed;
      else if (field !== undefined) checks += checkField(field, value, old, key, trail, findings);
      else if (additional !== undefined) {
        const before = old === undefined ? undefined : oldField(old, key);
        checks += additional.check(value, before, { parent: trail, segment: `.${key}` }, findings);
      } else if (forbidden) findings.forbiddenProperty(trail, key);
    }
    return checks;
  };
}

function checkField(
  { check, segment, isNew }: FieldCheck,
  value: Json,
  old: Json | undefined,
  key: string,
  trail: Trail,
  findings: Findings,
): number {
  const before = old === undefined || isNew ? undefined : oldField(old, key);
  return check(value, before, { parent: trail, segment }, findings);
}

function compileProperties(
  { properties }: JsonSchema,
  { structure, isRoot, anyFormat }: Place,
  compile: CompileChild,
): Map<string, FieldCheck> {
  const checks = new Map<string, FieldCheck>();
  for (const [name, schema] of properties ?? []) {
    const child = structure?.properties?.get(name) ?? structure?.additional?.structure;
    checks.set(name, {
      ...compile(schema, { structure: child, isRoot: false, anyFormat }),
      segment: isRoot ? name : `.${name}`,
      isNew: child === undefined || (isRoot && (name === "kind" || name === "apiVersion")),
    });
  }
  return checks;
}

function compileAdditional(
  { additionalProperties }: JsonSchema,
  { structure, anyFormat }: Place,
  compile: CompileChild,
): ChildCheck | undefined {
  if (additionalProperties?.schema === undefined || !additionalProperties.allows) return undefined;
  return compile(additionalProperties.schema, {
    structure: structure?.additional?.structure,
    isRoot: false,
    anyFormat,
  });
}
