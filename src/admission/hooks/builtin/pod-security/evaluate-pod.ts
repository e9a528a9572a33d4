import { remembered } from "../../../../async/remembered.ts";
import { BASELINE_RULES } from "./baseline-rules.ts";
import type { PodCheck, PodToCheck, Rule, VersionedCheck, Violation } from "./pod-check.ts";
import type { LevelVersion } from "./policy.ts";
import { RESTRICTED_RULES } from "./restricted-rules.ts";

/** Newest minor version that changed a rule; later versions have the same rules. */
const NEWEST = Math.max(
  ...[...BASELINE_RULES, ...RESTRICTED_RULES].flatMap(({ versions }) => versions.map(({ since }) => since)),
);

/**
 * Returns the violations of a level by a pod, in kube-apiserver's order. `newest`: the minor version of
 * Kubernetes that the server has, or emulates; later versions of the level have the same rules as this one.
 */
export function evaluatePod(asked: LevelVersion, pod: PodToCheck, newest = NEWEST): Violation[] {
  if (asked.level === "privileged") return [];
  const minor = Math.min(asked.minor ?? NEWEST, newest, NEWEST);
  return CHECKS[asked.level](String(minor)).flatMap((check) => check(pod) ?? []);
}

const checksOf = (level: "baseline" | "restricted"): ((minor: string) => readonly PodCheck[]) =>
  remembered((minor) => selectChecks({ level, minor: Number(minor) }), { entries: 100 });

/**
 * Checks of a level by its minor version. Labels of namespaces can name any version: all versions above the newest share
 * its checks.
 */
const CHECKS = { baseline: checksOf("baseline"), restricted: checksOf("restricted") };

function selectChecks({ level, minor = NEWEST }: LevelVersion): PodCheck[] {
  const restricted = level === "restricted" ? inForce(RESTRICTED_RULES, minor) : [];
  const replaced = new Set(restricted.flatMap(([, { instead = [] }]) => instead));
  const baseline = inForce(BASELINE_RULES, minor).filter(([name]) => !replaced.has(name));
  return [...baseline, ...restricted].map(([, { check }]) => check);
}

function inForce(rules: readonly Rule[], minor: number): [string, VersionedCheck][] {
  return rules.flatMap(({ name, versions }) => {
    const version = versions.findLast(({ since }) => since <= minor);
    return version === undefined ? [] : [[name, version]];
  });
}

/** Text of violations: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export const printViolations = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
