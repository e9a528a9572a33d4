import type { KubeObject } from "../../../../api/meta.ts";
import { at } from "../../../define/cell.ts";
import type { Cell } from "../../../kind.ts";

/** The number at a path; `<none>` for other values. */
export function numberOrNone(object: KubeObject, path: string): Cell {
  const value = at(object, path);
  return typeof value === "number" ? value : "<none>";
}
