import type { KubeObject } from "../../../../api/meta.ts";
import { at, since } from "../../../define/cell.ts";

/** Time since the last schedule; `<none>` if there was none. */
export function lastScheduled(object: KubeObject, now: number): string {
  const last = at(object, "status.lastScheduleTime");
  return last === undefined ? "<none>" : since(last, now);
}

/** `True`, `False`, or `<unset>`, as printers.go prints a pointer. */
export const printedBoolean = (value: unknown): string =>
  value === undefined ? "<unset>" : value === true ? "True" : "False";
