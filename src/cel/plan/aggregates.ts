import type { Expr } from "../parse/ast.ts";
import { mapKey } from "../values/containers.ts";
import { isHashable, noHash } from "../values/go-type.ts";
import { CelError, CelMap, CelOptional, type MapKey, typeNameOf, type Value } from "../values/values.ts";
import { unlimited } from "../values/work.ts";
import { charge, type Step } from "./frame.ts";
import { constant, type Planned, step } from "./planned.ts";

const STRUCT_COST = 40;
const MAP_COST = 30;
export const LIST_COST = 10;

/** Adds the cost of a list, map or message, which is the same even if its creation fails. */
const created =
  (cost: number, run: Step): Step =>
  (frame) => {
    const value = run(frame);
    charge(frame, cost);
    return value;
  };

/**
 * Creates a new empty map for each run of a comprehension that begins with one, so that the map can be
 * extended in place.
 */
export const freshMap = (init: Expr): Step | undefined =>
  init.kind === "map" && init.entries.length === 0 ? () => new CelMap(new Map()) : undefined;

const notOptional = (value: Value, key: string | number): CelError =>
  new CelError(`cannot initialize optional entry '${key}' from non-optional value ${typeNameOf(value)}`);

function addEntry(
  made: Map<MapKey, { key: Value; value: Value }>,
  key: Value,
  given: Value,
  optional: boolean,
): CelError | undefined {
  let value = given;
  if (value instanceof CelError) return value;
  if (optional) {
    if (!(value instanceof CelOptional)) return notOptional(value, String(key));
    if (value.value === undefined) return undefined;
    value = value.value;
  }
  if (!isHashable(key)) throw noHash(key);
  // A value that cannot be a key is stored, but cannot be found.
  made.set(mapKey(key) ?? key!, { key, value });
  return undefined;
}

interface PlannedItem {
  readonly value: Planned;
  readonly optional: boolean;
}

/** Plans a list of planned items; it is a constant if all items are. */
export function plannedList(items: readonly PlannedItem[]): Planned {
  if (items.every(({ value, optional }) => value.constant !== undefined && !optional))
    return constant(Object.freeze(items.map(({ value }) => value.constant as Value)));
  return step(
    created(LIST_COST, (frame) => {
      const values: Value[] = [];
      for (const { value: planned, optional } of items) {
        const value = planned.run(frame);
        if (value instanceof CelError) return value;
        if (!optional) values.push(value);
        else if (!(value instanceof CelOptional)) return notOptional(value, values.length);
        else if (value.value !== undefined) values.push(value.value);
      }
      return values;
    }),
  );
}

interface PlannedEntry extends PlannedItem {
  readonly key: Planned;
}

/**
 * Plans a map. An error in a key or a value, and a key that occurs twice, is its result. It is constant if all its
 * keys and values are.
 */
export function plannedMap(entries: readonly PlannedEntry[]): Planned {
  const run: Step = (frame) => {
    const made = new Map<MapKey, { key: Value; value: Value }>();
    for (const entry of entries) {
      const key = entry.key.run(frame);
      if (key instanceof CelError) return key;
      const problem = addEntry(made, key, entry.value.run(frame), entry.optional);
      if (problem !== undefined) return problem;
    }
    return new CelMap(made);
  };
  const known = entries.every(
    ({ key, value, optional }) =>
      key.constant !== undefined && isHashable(key.constant) && value.constant !== undefined && !optional,
  );
  return known
    ? constant(
        run({ variables: {}, composed: undefined, slots: [], cost: 0, limit: Infinity, work: unlimited() }),
      )
    : step(created(MAP_COST, run));
}

interface PlannedField {
  readonly field: string;
  readonly run: Step;
  readonly optional: boolean;
}

/** Plans a message, which `make` creates from its fields. */
export function plannedStruct(
  fields: readonly PlannedField[],
  make: (fields: Record<string, Value>) => Value,
): Planned {
  return step(
    created(STRUCT_COST, (frame) => {
      const made: Record<string, Value> = {};
      for (const { field, run, optional } of fields) {
        let value = run(frame);
        if (value instanceof CelError) return value;
        if (optional) {
          if (!(value instanceof CelOptional)) return notOptional(value, field);
          if (value.value === undefined) continue;
          value = value.value;
        }
        Object.defineProperty(made, field, { value, enumerable: true, configurable: true, writable: true });
      }
      return make(made);
    }),
  );
}
