import { BASELINE_RULES } from "./baseline-rules.ts";
import type { PodCheck, PodToCheck, Rule, VersionedCheck, Violation } from "./pod-check.ts";
import type { LevelVersion } from "./policy.ts";
import { RESTRICTED_RULES } from "./restricted-rules.ts";

/** Newest minor version that changed a rule; later versions have the same rules. */
const NEWEST = Math.max(
  ...[...BASELINE_RULES, ...RESTRICTED_RULES].flatMap(({ versions }) => versions.map(({ since }) => since)),
);

const checksOf = new Map<string, readonly PodCheck[]>();

/**
 * Key of the checks of a level. Labels of namespaces can name any version: all versions above the newest
 * share its checks.
 */
const keyOf = ({ level, minor = NEWEST }: LevelVersion): string => `${level}:${Math.min(minor, NEWEST)}`;

/**
 * Returns the violations of a level by a pod, in kube-apiserver's order. `newest`: the minor version of
 * Kubernetes that the server has, or emulates; later versions of the level have the same rules as this one.
 */
export function evaluatePod(asked: LevelVersion, pod: PodToCheck, newest = NEWEST): Violation[] {
  if (asked.level === "privileged") return [];
  const level = { level: asked.level, minor: Math.min(asked.minor ?? NEWEST, newest) };
  const key = keyOf(level);
  const known = checksOf.get(key);
  const checks = known ?? selectChecks(level);
  if (known === undefined) checksOf.set(key, checks);
  return checks.flatMap((check) => check(pod) ?? []);
}

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
