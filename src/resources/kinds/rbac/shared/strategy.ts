import { nameIsPathSegment } from "../../../../api/validation/name-format.ts";
import { strategy } from "../../../define/strategy.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import type { Strategy } from "../../../strategy.ts";

/** Rules of a kind of the group: names may be any segment of a path, and an update may create the object. */
export function rbac<T>(...checks: Parameters<typeof checksThenCompares<T>>): Strategy {
  return strategy({
    nameProblems: nameIsPathSegment,
    allowCreateOnUpdate: true,
    ...checksThenCompares(...checks),
  });
}
