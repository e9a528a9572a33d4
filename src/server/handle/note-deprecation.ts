import type { KindDefinition } from "../../resources/kind.ts";
import { annotate, type RequestContext } from "../request-context.ts";

/** Reports the use of a deprecated kind: with a warning for the client, and an annotation in the audit log. */
export function noteDeprecation(
  context: RequestContext,
  { deprecationWarning: warning }: KindDefinition,
): void {
  if (warning === undefined) return;
  context.warnings.add(warning);
  annotate(context, "k8s.io/deprecated", "true");
  const removed = /unavailable in v(\d+\.\d+)\+/.exec(warning)?.[1];
  if (removed !== undefined) annotate(context, "k8s.io/removed-release", removed);
}
