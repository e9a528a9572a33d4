import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type { CrossVersionObjectReference as ObjectReference } from "../../../../types/tables/autoscaling/v2-types.ts";

/** Relaxations for references to scaled objects. */
export interface ReferenceRules {
  /** True if the core group is allowed; few of its kinds can scale. */
  readonly allowCoreGroup: boolean;
  /** True if the apiVersion is not checked, because the stored object has the same. */
  readonly allowAnyVersion: boolean;
}

/** Checks a reference to an object of any version. */
export function checkObjectReference(
  reference: ObjectReference,
  at: FieldReport,
  rules: ReferenceRules,
): void {
  const { apiVersion = "", kind, name } = reference;
  at.requireFormat("kind", kind, pathSegmentNameProblems);
  at.requireFormat("name", name, pathSegmentNameProblems);
  const problem = versionProblem(apiVersion, rules);
  if (problem !== undefined) at.child("apiVersion").invalid(apiVersion, problem);
}

/** Returns the problem of an apiVersion; undefined if it is valid. */
export function versionProblem(apiVersion: string, rules: ReferenceRules): string | undefined {
  if (rules.allowAnyVersion) return undefined;
  const parts = apiVersion.split("/");
  if (parts.length > 2 && apiVersion !== "/") return `unexpected GroupVersion string: ${apiVersion}`;
  const group = parts.length === 2 ? parts[0] : "";
  return group === "" && !rules.allowCoreGroup ? "apiVersion must specify API group" : undefined;
}
