import { qualifiedNameProblems } from "../../api/validation/name-format.ts";
import { quote } from "../../go/quote.ts";

const STANDARD: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", "kubernetes"]);
const NONE: string[] = [];

/**
 * Returns warnings about new finalizers that are not qualified names, or whose names could collide with those
 * of other programs.
 */
export function finalizerWarnings(
  finalizers: readonly string[] | undefined,
  old: readonly string[] | undefined,
): string[] {
  if (finalizers === undefined || finalizers.length === 0) return NONE;
  const before = new Set(old);
  const added = [...new Set(finalizers)].filter((name) => !before.has(name));
  return added.sort().flatMap(warningsAbout);
}

function warningsAbout(name: string): string[] {
  const prefix = `metadata.finalizers: ${quote(name)}: `;
  const warnings = qualifiedNameProblems(name).map((problem) => prefix + problem);
  if (name.includes("/") || STANDARD.has(name)) return warnings;
  const path = name.includes(".") ? " including a path (/)" : "";
  const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
  return [...warnings, prefix + advice];
}
