import { CONTAINER_LISTS } from "../../../../api/pods/pod-containers.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { Container, PodSpec } from "../../../../types/tables/core/v1-types.ts";

/** Returns init containers, containers and ephemeral containers: the order in which the reference visits them. */
export function allContainers(spec: PodSpec): Container[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

/**
 * Visits the same containers with their paths. Only containers that `interests` accepts are visited, because
 * paths cost time.
 */
export function visitContainers(
  spec: PodSpec,
  at: FieldReport,
  interests: (container: Container) => boolean,
  visit: (container: Container, at: FieldReport) => void,
): void {
  for (const list of CONTAINER_LISTS) {
    spec[list]?.forEach((container, i) => {
      if (interests(container)) visit(container, at.child(list).index(i));
    });
  }
}
