import type { FieldReport } from "../../../../api/field-path.ts";
import { pathSegmentNameProblems } from "../../../../api/name-format.ts";
import type { CrossVersionObjectReference as ObjectReference } from "../fields/v2-types.ts";

export interface ReferenceRules {
  /** The core group has few kinds that scale. */
  readonly allowCoreGroup: boolean;
  /** apiVersion is not looked at: it is stored as it is. */
  readonly allowAnyVersion: boolean;
}

/** A reference to an object in whatever version. */
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

/** What is wrong with an apiVersion, or undefined. */
export function versionProblem(apiVersion: string, rules: ReferenceRules): string | undefined {
  if (rules.allowAnyVersion) return undefined;
  const parts = apiVersion.split("/");
  if (parts.length > 2 && apiVersion !== "/") return `unexpected GroupVersion string: ${apiVersion}`;
  const group = parts.length === 2 ? parts[0] : "";
  return group === "" && !rules.allowCoreGroup ? "apiVersion must specify API group" : undefined;
}
