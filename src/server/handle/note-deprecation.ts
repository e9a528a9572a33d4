import type { KindDefinition } from "../../resources/kind.ts";
import type { RequestContext } from "../request-context.ts";

/** A kind that is on its way out: the client is warned, and the audit log says it. */
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
