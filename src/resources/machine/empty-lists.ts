import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject } from "../../json/value.ts";
import { fieldPaths } from "../../types/field-paths.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

/**
 * Drops empty lists, in place: the reference loses them when it stores a built-in object. A list that is
 * always printed is null from then on (`rules` of a Role), while reviews before that contain `[]`.
 */
export function dropEmptyLists({ custom, hub }: ResourceDefinition, object: KubeObject): void {
  if (custom) return;
  for (const path of alwaysLists(hub.shape)) dropAt(object, path);
}

/**
 * Drops the list at a path, which continues in every item of the lists on the way. `at`: number of path
 * elements before this value.
 */
function dropAt(value: unknown, path: readonly string[], at = 0): void {
  if (Array.isArray(value)) for (const item of value) dropAt(item, path, at);
  if (!isJsonObject(value)) return;
  const name = path[at] ?? "";
  const next = value[name];
  if (at + 1 < path.length) dropAt(next, path, at + 1);
  else if (Array.isArray(next) && next.length === 0) value[name] = null;
}

/** Lists that are always printed. */
const alwaysLists = fieldPaths(({ shape, always }) => shape.kind === "list" && always);
