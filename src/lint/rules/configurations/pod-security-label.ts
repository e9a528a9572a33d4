import { readPolicy, UNBOUND } from "../../../admission/hooks/builtin/pod-security/policy.ts";
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
          const fix = `write ${PREFIX}${nearest(name, NAMES) ?? NAMES.join(`, ${PREFIX}`)}`;
          return [{ of, path, message: `nothing reads the label ${key}`, fix, severity: "warning" }];
        }
        const { errors } = readPolicy({ metadata: { labels: { [key]: value } } }, UNBOUND);
        const level = nearest(value, LEVELS) ?? LEVELS.join(", ");
        const fix = MODES.includes(name) ? `write ${level}` : "write latest, or a version such as v1.30";
        return errors.map(({ message }) => ({
          ...{ of, path, fix, message: `the API server refuses the namespace: ${message}` },
        }));
      }),
    ),
};
