import { isJsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { ObjectShape, Shape } from "../schema/shape.ts";
import type { ResourceDefinition } from "./kind.ts";

const known = new WeakMap<ObjectShape, readonly (readonly string[])[]>();

/**
 * The reference loses empty lists when it stores a built-in object: what is always printed is null from then on
 * (`rules` of a Role), while reviews before that show `[]`. In place.
 */
export function dropEmptyLists({ custom, hub }: ResourceDefinition, object: KubeObject): void {
  if (custom) return;
  for (const path of alwaysLists(hub.shape)) dropAt(object, path);
}

function dropAt(object: KubeObject, path: readonly string[]): void {
  let parent: unknown = object;
  for (const name of path.slice(0, -1)) parent = isJsonObject(parent) ? parent[name] : undefined;
  const last = path.at(-1) ?? "";
  if (!isJsonObject(parent)) return;
  const value = parent[last];
  if (Array.isArray(value) && value.length === 0) parent[last] = null;
}

/** Lists that are always printed, as far as no other list leads to them. */
function alwaysLists(shape: ObjectShape): readonly (readonly string[])[] {
  const paths = known.get(shape) ?? [...findLists(shape, [], 3)];
  known.set(shape, paths);
  return paths;
}

function* findLists(shape: Shape, path: readonly string[], depth: number): Generator<readonly string[]> {
  if (shape.kind !== "object" || depth === 0) return;
  for (const field of shape.fields.values()) {
    if (field.shape.kind === "list" && field.always) yield [...path, field.name];
    else yield* findLists(field.shape, [...path, field.name], depth - 1);
  }
}
