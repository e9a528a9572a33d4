import { unknownField as described } from "../../../explain/ending/unknown-fields.ts";
import type { Rule } from "../../rule.ts";

/** kubectl refuses such a manifest. Other clients get a configuration without the field. */
export const unknownField: Rule = {
  id: "unknown-field",
  severity: "error",
  summary:
    "A webhook configuration, policy, binding or definition has a field that the API server does not know, and drops",
  check: ({ configurations }) =>
    configurations.flatMap(({ of, found, unknown }) =>
      unknown.map((field) => {
        const { path, message, near } = described(field, found);
        const fix = near === "" ? "" : `replace ${String(path.at(-1))} with ${near}`;
        return { of, path, message: `${message}; the server drops it, and it has no effect`, fix };
      }),
    ),
};
