import { aggregate, type FieldError, invalid } from "../../../../../api/validation/field-error.ts";
import { FieldPath } from "../../../../../api/validation/field-path.ts";
import type { Steps } from "../../../../../async/steps.ts";
import { equal } from "../../../../../json/equal.ts";
import { clone } from "../../../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../../json/value.ts";
import { visitEmbedded } from "../../../../../schema/embedded-resources.ts";
import type { JsonSchema } from "../../../../../schema/json-schema.ts";
import { pruneObject, pruneValue } from "../../../../../schema/prune.ts";
import { evaluateDefault, RULES_BUDGET } from "../../../../../schema/rules/evaluate-rules.ts";
import { compileStructure, type Structure } from "../../../../../schema/structure.ts";
import { compileValidator } from "../../../../../schema/validate/compile-validator.ts";
import { DecodeError } from "../../../../../types/decode/decode-error.ts";
import { coerceEmbedded, validateEmbedded } from "../../../../custom/embedded-meta.ts";

/** Builds the object around a value that is inside apiVersion, kind or metadata. */
type Surround = (value: Json) => Json;

interface Place {
  readonly path: string;
  /** True inside apiVersion, kind or metadata of the resource that `root` describes. */
  readonly inMeta: boolean;
  readonly root: Structure;
  readonly surround: Surround;
  /** The same schema, in the form that rules use. */
  readonly original: Structure;
  readonly budget: Budget;
}

/** Rest of the cost limit and of the number of compiled rules, for all defaults of a schema. */
interface Budget {
  cost: number;
  rules: number;
  /** Number of defaults that this step can still check. */
  left: number;
}

const DEFAULTS_A_STEP = 500;

/**
 * Limit of compiled rules. A default is checked by the rules of all its possible parts, so rules inside
 * nested defaults are compiled many times.
 */
const MAX_COMPILED_RULES = 2_000;

const asResource: Surround = (value) => ({
  kind: "Validation",
  apiVersion: "validation/v1",
  ...(value as JsonObject),
});

/**
 * Checks that the defaults of a structural schema fit the schema, and that pruning would drop nothing from
 * them. `path`: path of the schema.
 */
export function* checkDefaults(schema: JsonSchema, path: string): Steps<FieldError[]> {
  const open = withOpenUnions(schema);
  yield;
  const root = compileStructure(open);
  if (!root.has.defaults) return [];
  yield;
  const original = compileStructure(schema);
  yield;
  const budget = { cost: RULES_BUDGET, rules: MAX_COMPILED_RULES, left: DEFAULTS_A_STEP };
  const place = { path, inMeta: false, root, surround: asResource, original, budget };
  const resource = { ...root, embedded: true, has: { ...root.has, embedded: true } };
  const errors: FieldError[] = [];
  yield* visit(resource, place, errors, true);
  return errors;
}

/** Removes the type restriction of x-kubernetes-int-or-string, which the reference ignores here. */
function withOpenUnions(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    intOrString: false,
    properties: properties && new Map([...properties].map(([name, child]) => [name, withOpenUnions(child)])),
    items: items && { ...items, schema: items.schema && withOpenUnions(items.schema) },
    additionalProperties: additionalProperties && {
      ...additionalProperties,
      schema: additionalProperties.schema && withOpenUnions(additionalProperties.schema),
    },
  };
}

function* visit(structure: Structure, given: Place, errors: FieldError[], isRoot = false): Steps<void> {
  const isResource = structure.embedded || isRoot;
  const place = isResource ? { ...given, inMeta: false, root: structure, surround: asResource } : given;
  const { path, inMeta, surround, original, budget } = place;
  if (structure.default !== undefined) {
    for (const error of checkDefault(structure, structure.default, place)) errors.push(error);
    if (--budget.left === 0) {
      budget.left = DEFAULTS_A_STEP;
      yield;
    }
  }
  if (structure.items !== undefined) {
    const below = {
      ...place,
      path: `${path}.items`,
      surround: (value: Json) => surround([value]),
      original: original.items ?? structure.items,
    };
    yield* visit(structure.items, below, errors);
  }
  for (const [name, child] of structure.properties ?? []) {
    if (!child.has.defaults) continue;
    const below = {
      ...place,
      path: `${path}.properties[${name}]`,
      inMeta: inMeta || (isResource && ["metadata", "apiVersion", "kind"].includes(name)),
      surround: (value: Json) => surround({ [name]: value }),
      original: original.properties?.get(name) ?? child,
    };
    yield* visit(child, below, errors);
  }
}

function checkDefault(structure: Structure, value: Json, place: Place): FieldError[] {
  const at = `${place.path}.default`;
  if (place.inMeta) {
    const problem = metaProblem(place.surround(clone(value)));
    if (problem !== undefined) return [invalid(at, value, `must result in valid metadata: ${problem}`)];
    return validateDefault(structure, value, at, place);
  }
  const unknown = isPruned(structure, value) ? [] : [invalid(at, value, "must not have unknown fields")];
  const embedded = embeddedErrors(structure, clone(value), new FieldPath(at));
  return [...unknown, ...(embedded.length > 0 ? embedded : validateDefault(structure, value, at, place))];
}

/**
 * Validates a default by the schema and, if there are no errors, by the rules (defaulting/validation.go,
 * validate).
 */
function validateDefault(structure: Structure, value: Json, at: string, place: Place): FieldError[] {
  const errors = compileValidator(structure.schema, structure, true)(value, undefined, at);
  return errors.length > 0 ? [...errors] : checkRules(value, at, place, place.root === structure);
}

function checkRules(value: Json, at: string, { original, budget }: Place, isResource: boolean): FieldError[] {
  if (!original.has.rules || budget.cost <= 0) return [];
  budget.rules -= countRules(original, budget.rules);
  if (budget.rules < 0) return [];
  const { errors, left } = evaluateDefault(original, isResource, value, new FieldPath(at), budget.cost);
  budget.cost = left;
  return [...errors];
}

/** Counts rules, and stops when there are more than `most`. */
function countRules({ schema, has, items, properties, additional }: Structure, most: number): number {
  if (!has.rules) return 0;
  let count = schema.validations?.length ?? 0;
  for (const part of [items, additional?.structure, ...(properties?.values() ?? [])]) {
    if (count > most) break;
    if (part !== undefined) count += countRules(part, most - count);
  }
  return count;
}

function isPruned(structure: Structure, value: Json): boolean {
  const copy = clone(value);
  if (structure.embedded && isJsonObject(copy)) pruneObject(copy, structure);
  else pruneValue(copy, structure);
  return equal(copy, value);
}

/** Returns the problem of the metadata of a whole resource; undefined if it is valid. */
function metaProblem(resource: Json): string | undefined {
  if (!isJsonObject(resource)) return undefined;
  try {
    coerceEmbedded(resource, new FieldPath(""));
  } catch (error) {
    if (error instanceof DecodeError) return error.message.replace(/^\./, "");
    throw error;
  }
  const errors = validateEmbedded(resource, new FieldPath(""));
  return errors.length === 0
    ? undefined
    : aggregate(errors.map(({ field, message }) => `${field.replace(/^\./, "")}: ${message}`));
}

/** Returns the first decode error of embedded resources or, if all can be decoded, their validation errors. */
function embeddedErrors(structure: Structure, value: Json, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  let unreadable: FieldError | undefined;
  const check = (resource: JsonObject, at: FieldPath): void => {
    unreadable ??= coercionError(resource, at);
    errors.push(...validateEmbedded(resource, at));
  };
  visitEmbedded(value, structure, check, path);
  return unreadable === undefined ? errors : [unreadable];
}

function coercionError(resource: JsonObject, at: FieldPath): FieldError | undefined {
  try {
    coerceEmbedded(resource, at);
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const colon = error.message.indexOf(": ");
    return {
      reason: "FieldValueInvalid",
      field: error.message.slice(0, colon),
      message: error.message.slice(colon + 2),
    };
  }
}
