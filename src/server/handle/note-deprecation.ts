import type { KindDefinition } from "../../resources/kind.ts";
import type { RequestContext } from "../request-context.ts";

/** Reports the use of a deprecated kind: with a warning for the client, and an annotation in the audit log. */
export function noteDeprecation(
  { warnings, auditAnnotations }: RequestContext,
  { deprecationWarning: warning }: KindDefinition,
): void {
  if (warning === undefined) return;
  warnings.add(warning);
  auditAnnotations.set("k8s.io/deprecated", "true");
  const removed = /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1];
  if (removed !== undefined) auditAnnotations.set("k8s.io/removed-release", removed);
}
