import { global, type Library } from "../types/functions.ts";
import { costSize, traversal } from "../values/costs.ts";

/** The function `jsonpatch.escapeKey('a/b')`, for the expressions of mutating policies. */
export const JSON_PATCH: Library = {
  overloads: [
    global("string_jsonpatch_escapeKey_string", "jsonpatch.escapeKey", "string -> string", (key) =>
      key.replace(/[~/]/g, (char) => (char === "~" ? "~0" : "~1")),
    ),
  ],
  costs: { "jsonpatch.escapeKey": ([key = null], work) => traversal(costSize(key, work)) },
};
