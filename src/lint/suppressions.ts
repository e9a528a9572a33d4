import { nearest } from "../explain/near.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import { labelsOf } from "./model/names.ts";
import type { Problem, Rule } from "./rule.ts";

/** Prefix of annotations that suppress a rule: `ignore.lint.sallyport.dev/RULE: reason`. */
const PREFIX = "ignore.lint.sallyport.dev/";

/**
 * Returns the reason for which findings of a rule about an object are suppressed; undefined if they are not.
 */
export function reasonToIgnore(of: Manifest, rule: string): string | undefined {
  const reason = labelsOf(of, "annotations")[`${PREFIX}${rule}`]?.trim();
  return reason === "" ? undefined : reason;
}

/** Reports annotations without a reason, and those for rules that do not exist. */
export function suppressionRule(ids: () => readonly string[]): Rule {
  return {
    id: "suppression",
    severity: "warning",
    summary: "An annotation that should suppress a rule has no reason, or names no rule",
    check: ({ manifests }) =>
      manifests.flatMap((of) =>
        Object.entries(labelsOf(of, "annotations"))
          .filter(([key]) => key.startsWith(PREFIX))
          .flatMap(([key, reason]) => problemOf(of, key, reason, ids()) ?? []),
      ),
  };
}

function problemOf(of: Manifest, key: string, reason: string, ids: readonly string[]): Problem | undefined {
  const path = ["metadata", "annotations", key];
  const id = key.slice(PREFIX.length);
  if (!ids.includes(id)) {
    const near = nearest(id, ids);
    const fix = near === undefined ? "" : `${PREFIX}${near}`;
    return { of, path, message: `there is no rule "${id}": the annotation suppresses nothing`, fix };
  }
  if (reason.trim() !== "") return undefined;
  return {
    of,
    path,
    message: `the annotation has no reason, so the findings of "${id}" are still shown`,
    fix: "write the reason into its value",
  };
}
