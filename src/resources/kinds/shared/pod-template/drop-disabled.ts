import type { RuleSettings } from "../../../../api/validation/field-path.ts";
import type { PodSpec, VolumeProjection as ProjectedSource } from "../../../../types/tables/core/v1-types.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import type { Volume } from "./pod-spec.ts";
import { allContainers } from "./visit-containers.ts";

/**
 * Removes fields of features that are off in 1.36, unless the stored spec already has them:
 * ClusterTrustBundleProjection, PodCertificateRequest, GenericWorkload (schedulingGroup) and
 * ContainerStopSignals.
 */
export function dropDisabledFields(spec: PodSpec, old: PodSpec | undefined, settings: RuleSettings): void {
  for (const kind of ["clusterTrustBundle", "podCertificate"] as const) {
    if (old === undefined || !projectedSources(old).some((source) => source[kind] !== undefined)) {
      for (const source of projectedSources(spec)) delete source[kind];
    }
  }
  if (old?.schedulingGroup === undefined) delete spec.schedulingGroup;
  if (!isGateOn("ContainerStopSignals", settings) && !hasStopSignals(old)) dropStopSignals(spec);
}

function projectedSources(spec: PodSpec): ProjectedSource[] {
  return (spec.volumes ?? []).flatMap((volume: Volume) => {
    const projected = volume.projected as { sources?: ProjectedSource[] } | undefined;
    return projected?.sources ?? [];
  });
}

const hasStopSignals = (spec: PodSpec | undefined): boolean =>
  spec !== undefined && allContainers(spec).some((c) => c.lifecycle?.stopSignal !== undefined);

function dropStopSignals(spec: PodSpec): void {
  for (const container of allContainers(spec)) {
    if (container.lifecycle?.stopSignal === undefined) continue;
    delete container.lifecycle.stopSignal;
    if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
  }
}
