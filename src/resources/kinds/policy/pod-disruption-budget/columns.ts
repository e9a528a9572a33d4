import type { KubeObject } from "../../../../api/meta.ts";
import { at } from "../../../define/cell.ts";

/** The number or percentage at a path; `N/A` for other values. */
export function intOrPercent(object: KubeObject, path: string): string {
  const value = at(object, path);
  return typeof value === "string" || typeof value === "number" ? String(value) : "N/A";
}
