import { type JsonObject, record } from "../../../../json/value.ts";
import type { Container, PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { type FieldGuard, fieldGuard } from "../../../define/field-guard.ts";
import type { Gate } from "../../../features/gates.ts";
import { allContainers } from "../pod-template/visit-containers.ts";

const CONTAINERS = ["containers", "initContainers", "ephemeralContainers"];
const STATUSES = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

/** Guards of the pod spec at this path (kubernetes/pkg/api/pod/util.go, dropDisabledFields). */
export const podSpecGuards = (path: string): readonly FieldGuard[] => [
  fieldGuard("HostnameOverride", [`${path}.hostnameOverride`]),
  fieldGuard("ClusterTrustBundleProjection", [`${path}.volumes[].projected.sources[].clusterTrustBundle`]),
  fieldGuard("PodCertificateRequest", [`${path}.volumes[].projected.sources[].podCertificate`]),
  fieldGuard(
    "EnvFiles",
    CONTAINERS.map((list) => `${path}.${list}[].env[].valueFrom.fileKeyRef`),
  ),
  specGuard("ContainerRestartRules", path, usesRestartRules, dropRestartRules),
  specGuard("RestartAllContainersOnContainerExits", path, usesRestartAll),
  specGuard("ImageVolume", path, usesImageVolumes, dropImageVolumes),
];

/** Guards of the pod status (dropDisabledPodStatusFields in the same file). */
export const podStatusGuards = (): readonly FieldGuard[] => [
  fieldGuard("InPlacePodLevelResourcesVerticalScaling", ["status.resources", "status.allocatedResources"]),
  fieldGuard("DRAExtendedResource", ["status.extendedResourceClaimStatus"]),
  fieldGuard(
    "ResourceHealthStatus",
    STATUSES.map((list) => `status.${list}[].allocatedResourcesStatus`),
  ),
  fieldGuard(
    "ResourceHealthStatusMessage",
    STATUSES.map((list) => `status.${list}[].allocatedResourcesStatus[].resources[].message`),
  ),
];

/** Returns a guard of fields that no path can describe. */
function specGuard(
  gate: Gate,
  path: string,
  isUsed: (spec: PodSpec) => boolean,
  drop: (spec: PodSpec) => void = () => {},
): FieldGuard {
  const names = path.split(".");
  const specOf = (object: JsonObject): PodSpec => names.reduce((value, name) => record(value[name]), object);
  return { gate, isUsed: (old) => isUsed(specOf(old)), drop: (object) => drop(specOf(object)) };
}

/**
 * True for a restart policy of the container other than Always: init containers could have Always before this
 * feature.
 */
const hasOwnPolicy = ({ restartPolicy }: Container): boolean =>
  restartPolicy !== undefined && restartPolicy !== "Always";

const usesRestartRules = ({ initContainers, containers }: PodSpec): boolean =>
  (initContainers ?? []).some((one) => hasOwnPolicy(one) || (one.restartPolicyRules ?? []).length > 0) ||
  (containers ?? []).some(({ restartPolicy }) => restartPolicy !== undefined);

function dropRestartRules(spec: PodSpec): void {
  for (const container of allContainers(spec)) delete container.restartPolicyRules;
  for (const container of spec.initContainers ?? [])
    if (hasOwnPolicy(container)) delete container.restartPolicy;
  for (const container of [...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])])
    delete container.restartPolicy;
}

/**
 * True if a container has a rule with RestartAllContainers, which belongs to this feature; so do rules of
 * init containers that always restart.
 */
const usesRestartAll = ({ initContainers, containers }: PodSpec): boolean =>
  [...(initContainers ?? []), ...(containers ?? [])].some(({ restartPolicyRules: rules = [] }) =>
    rules.some(({ action }) => action === "RestartAllContainers"),
  ) ||
  (initContainers ?? []).some(
    ({ restartPolicy, restartPolicyRules: rules = [] }) => restartPolicy === "Always" && rules.length > 0,
  );

const usesImageVolumes = ({ volumes = [] }: PodSpec): boolean =>
  volumes.some(({ image }) => image !== undefined);

/** Drops image volumes, and the mounts of these volumes. */
function dropImageVolumes(spec: PodSpec): void {
  const images = (spec.volumes ?? []).filter(({ image }) => image !== undefined);
  const names = new Set(images.map(({ name }) => name));
  const isKept = ({ name }: { name?: string | undefined }): boolean => !names.has(name);
  spec.volumes = spec.volumes?.filter(isKept);
  if (!spec.volumes?.length) delete spec.volumes;
  for (const container of allContainers(spec)) {
    container.volumeMounts = container.volumeMounts?.filter(isKept);
    if (!container.volumeMounts?.length) delete container.volumeMounts;
  }
}
