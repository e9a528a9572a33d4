import { isJsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { ObjectShape, Shape } from "../../schema/shape.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

const known = new WeakMap<ObjectShape, readonly (readonly string[])[]>();

/**
 * The reference loses empty lists when it stores a built-in object: what is always printed is null from then on
 * (`rules` of a Role), while reviews before that show `[]`. In place.
 */
export function dropEmptyLists({ custom, hub }: ResourceDefinition, object: KubeObject): void {
  if (custom) return;
  for (const path of alwaysLists(hub.shape)) dropAt(object, path);
}

/** A path leads into every item of a list on its way. `at`: how much of the path led here. */
function dropAt(value: unknown, path: readonly string[], at = 0): void {
  if (Array.isArray(value)) for (const item of value) dropAt(item, path, at);
  if (!isJsonObject(value)) return;
  const name = path[at] ?? "";
  const next = value[name];
  if (at + 1 < path.length) dropAt(next, path, at + 1);
  else if (Array.isArray(next) && next.length === 0) value[name] = null;
}

const DEEPEST = 5;

/** Lists that are always printed. */
function alwaysLists(shape: ObjectShape): readonly (readonly string[])[] {
  const paths = known.get(shape) ?? [...findLists(shape, [], DEEPEST)];
  known.set(shape, paths);
  return paths;
}

function* findLists(shape: Shape, path: readonly string[], depth: number): Generator<readonly string[]> {
  if (shape.kind === "list") yield* findLists(shape.item, path, depth);
  if (shape.kind !== "object" || depth === 0) return;
  for (const field of shape.fields.values()) {
    const own = [...path, field.name];
    if (field.shape.kind === "list" && field.always) yield own;
    yield* findLists(field.shape, own, depth - 1);
  }
}
