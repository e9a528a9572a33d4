import type { KubeObject } from "../../../../api/meta.ts";
import { at, since } from "../../../define/cell.ts";

export function lastScheduled(object: KubeObject, now: number): string {
  const last = at(object, "status.lastScheduleTime");
  return last === undefined ? "<none>" : since(last, now);
}

export const printedBoolean = (value: unknown): string =>
  value === undefined ? "<unset>" : value === true ? "True" : "False";
