import { isJsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { ResourceDefinition } from "../resource-definition.ts";
import { fieldPaths } from "./field-paths.ts";

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

/** Lists that are always printed. */
const alwaysLists = fieldPaths(({ shape, always }) => shape.kind === "list" && always);
