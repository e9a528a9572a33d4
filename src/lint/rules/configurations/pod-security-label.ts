import { nearest } from "../../../explain/near.ts";
import { labelsOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS: readonly string[] = ["privileged", "baseline", "restricted"];
const MODES: readonly string[] = ["enforce", "audit", "warn"];
const NAMES: readonly string[] = [...MODES, ...MODES.map((mode) => `${mode}-version`)];

/** The plugin PodSecurity refuses values that it cannot read, and reads no other keys. */
export const podSecurityLabel: Rule = {
  id: "pod-security-label",
  severity: "error",
  summary: "A label of pod security has a level that does not exist, or a key that nothing reads",
  check: (model) =>
    model.of("Namespace").flatMap((of) =>
      Object.entries(labelsOf(of, "labels")).flatMap(([key, value]): Problem[] => {
        if (!key.startsWith(PREFIX)) return [];
        const name = key.slice(PREFIX.length);
        const path = ["metadata", "labels", key];
        if (!NAMES.includes(name)) {
          const meant = nearest(name, NAMES);
          const fix = `write ${PREFIX}${meant ?? NAMES.join(`, ${PREFIX}`)}`;
          return [{ of, path, message: `nothing reads the label ${key}`, fix, severity: "warning" }];
        }
        if (!MODES.includes(name) || LEVELS.includes(value)) return [];
        const message = `there is no level ${JSON.stringify(value)}: the API server refuses the namespace`;
        return [{ of, path, message, fix: `write ${nearest(value, LEVELS) ?? LEVELS.join(", ")}` }];
      }),
    ),
};
