import type { KubeObject } from "../../../../api/meta.ts";
import { wasEmptied } from "../../../../api/object/emptied.ts";
import { formatTime } from "../../../../api/time.ts";
import { collectErrors, type RuleSettings } from "../../../../api/validation/field-report.ts";
import type { LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import { groupBy } from "../../../../async/groups.ts";
import { clone } from "../../../../json/object.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { Container, ContainerStatus, PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { STATUS_META, view } from "../../../define/strategy.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import type { WriteContext } from "../../../strategy.ts";
import { dropDisabledFields } from "../../shared/pod-template/drop-disabled.ts";
import { APP_ARMOR_PREFIX, appArmorProfileOf } from "../../shared/pod-template/pod-annotations.ts";
import type { StringMap } from "../../shared/pod-template/pod-spec.ts";
import { OLD_APP_ARMOR, sameProfile } from "../../shared/pod-template/pod-warnings.ts";
import { podAffinityTerms } from "../../shared/pod-template/rules.ts";
import { checkAppArmorProfile } from "../../shared/pod-template/security/security-context.ts";
import { allContainers } from "../../shared/pod-template/visit-containers.ts";
import { fillPodResources } from "./pod-level-defaults.ts";
import type { Pod } from "./pod-types.ts";
import { podQosClass } from "./qos-class.ts";

/** Returns the spec, and creates it if the client left it out. */
function specOf(object: KubeObject): PodSpec {
  object.spec ??= {};
  return view<Pod>(object).spec;
}

/** Returns a copy of the stored spec. */
const copiedSpec = ({ spec }: KubeObject): PodSpec => clone(spec) as unknown as PodSpec;

/** Prepares a new pod. `now` in milliseconds; the client gets the texts of `warn` even if the pod is refused. */
export function preparePodForCreate(object: KubeObject, context: WriteContext): void {
  const { now, warn } = context;
  const pod = view<Pod>(object);
  object.metadata.generation = 1;
  pod.status = { phase: "Pending" };
  dropDisabledFields(specOf(object), undefined, context);
  if ((pod.spec.schedulingGates ?? []).length > 0) Object.assign(pod.status, gated(now));
  mergeLabelKeys(pod.spec, pod.metadata.labels ?? {});
  takeOverAppArmor(pod, warn);
  if (!isGateOff("PodLevelResourcesFixDefaulting", context)) fillPodResources(pod.spec);
  pod.status.qosClass = podQosClass(pod.spec);
}

const gated = (now: number): JsonObject => ({
  conditions: [
    {
      type: "PodScheduled",
      status: "False",
      lastProbeTime: null,
      lastTransitionTime: formatTime(now),
      reason: "SchedulingGated",
      message: "Scheduling is blocked due to non-empty scheduling gates",
    },
  ],
});

/**
 * Converts matchLabelKeys and mismatchLabelKeys to expressions with the values of the pod's own labels at its
 * creation.
 */
function mergeLabelKeys(spec: PodSpec, labels: StringMap): void {
  for (const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } of podAffinityTerms(spec)) {
    addExpressions(labelSelector, matchLabelKeys, "In", labels);
    addExpressions(labelSelector, mismatchLabelKeys, "NotIn", labels);
  }
  for (const { labelSelector, matchLabelKeys = [] } of spec.topologySpreadConstraints ?? [])
    addExpressions(labelSelector, matchLabelKeys, "In", labels);
}

function addExpressions(
  selector: LabelSelectorLike | undefined,
  keys: readonly string[],
  operator: string,
  labels: StringMap,
): void {
  if (selector === undefined) return;
  const added = keys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator, values: [labels[key] ?? ""] }));
  if (added.length > 0)
    Object.assign(selector, { matchExpressions: [...(selector.matchExpressions ?? []), ...added] });
}

/** Sets the AppArmor field from the old annotation that it has replaced. */
function takeOverAppArmor({ metadata, spec }: Pod, warn: WriteContext["warn"]): void {
  const { annotations } = metadata;
  if (annotations === undefined || spec.os?.name === "windows") return;
  for (const container of allContainers(spec)) {
    const key = `${APP_ARMOR_PREFIX}${container.name ?? ""}`;
    if (!Object.hasOwn(annotations, key) || container.securityContext?.appArmorProfile !== undefined)
      continue;
    if (takeOver(container, annotations[key] ?? "", spec))
      warn(`metadata.annotations[${key}]: ${OLD_APP_ARMOR}`);
  }
}

/**
 * Sets the field of a container from its annotation. Returns true if the annotation set a new value or has no
 * usable value.
 */
function takeOver(container: Container, annotation: string, spec: PodSpec): boolean {
  const profile = appArmorProfileOf(annotation);
  if (profile === undefined || collectErrors("", (at) => checkAppArmorProfile(profile, at)).length > 0)
    return true;
  if (sameProfile(profile, spec.securityContext?.appArmorProfile)) return false;
  container.securityContext = { ...container.securityContext, appArmorProfile: profile };
  return true;
}

/** Prepares an update at the main endpoint, which keeps the status. */
export function preparePodForUpdate(object: KubeObject, old: KubeObject, settings: RuleSettings): void {
  if (!isGateOff("PodLevelResourcesFixDefaulting", settings)) keepPodResources(object, old);
  dropDisabledFields(specOf(object), view<Pod>(old).spec, settings);
}

/** Keeps the resources of the pod if a client, which may not know them, sends none. */
function keepPodResources(object: KubeObject, old: KubeObject): void {
  const { resources } = view<Pod>(old).spec;
  if (resources !== undefined) specOf(object).resources ??= clone(resources as JsonObject);
}

/** Prepares an update at the status endpoint: only status, labels, annotations and finalizers can change. */
export function preparePodStatus(object: KubeObject, old: KubeObject): void {
  const pod = view<Pod>(object);
  const stored = view<Pod>(old);
  pod.spec = copiedSpec(old);
  delete object.metadata.deletionTimestamp;
  if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences;
  else object.metadata.ownerReferences = old.metadata.ownerReferences;
  pod.status ??= {};
  if ((pod.status.qosClass ?? "") === "" && stored.status?.qosClass !== undefined)
    pod.status.qosClass = stored.status.qosClass;
  keepClaimStatuses(pod.status, stored.status ?? {});
  keepObservedGenerations(pod, stored);
  dropDisabledStatus(pod, stored);
}

/** Keeps the fields of claims if a client, which may not know them, sends none; an empty list clears them. */
function keepClaimStatuses(status: NonNullable<Pod["status"]>, old: NonNullable<Pod["status"]>): void {
  for (const name of CLAIM_LISTS)
    if (status[name] === undefined && !wasEmptied(status, name)) Object.assign(status, { [name]: old[name] });
  status.extendedResourceClaimStatus ??= old.extendedResourceClaimStatus;
  for (const name of [...CLAIM_LISTS, "extendedResourceClaimStatus"] as const)
    if (status[name] === undefined) delete status[name];
}

const CLAIM_LISTS = ["resourceClaimStatuses", "nodeAllocatableResourceClaimStatuses"] as const;

/** Keeps observed generations if the client does not send any. */
function keepObservedGenerations({ status = {} }: Pod, { status: old = {} }: Pod): void {
  if ((status.observedGeneration ?? 0) === 0 && (old.observedGeneration ?? 0) !== 0)
    status.observedGeneration = old.observedGeneration;
  const known = groupBy([...(old.conditions ?? [])].reverse(), ({ type }) => type);
  for (const condition of status.conditions ?? []) {
    const previous = known.get(condition.type)?.pop();
    if ((condition.observedGeneration ?? 0) === 0 && (previous?.observedGeneration ?? 0) !== 0)
      condition.observedGeneration = previous?.observedGeneration;
  }
}

/**
 * Drops the fields of the gates ImageVolumeWithDigest, DRANodeAllocatableResources and CSIVolumeHealth, which are off,
 * unless the stored object has them.
 */
function dropDisabledStatus({ status = {} }: Pod, { status: old = {} }: Pod): void {
  const usesVolumeStatus = (c: ContainerStatus): boolean =>
    (c.volumeMounts ?? []).some((mount) => mount.volumeStatus !== undefined);
  if (!statuses(old).some(usesVolumeStatus)) {
    for (const mount of statuses(status).flatMap((c) => c.volumeMounts ?? [])) delete mount.volumeStatus;
  }
  if ((old.nodeAllocatableResourceClaimStatuses ?? []).length === 0)
    delete status.nodeAllocatableResourceClaimStatuses;
  if ((old.volumeHealth ?? []).length === 0) delete status.volumeHealth;
}

const statuses = (status: NonNullable<Pod["status"]>): ContainerStatus[] => [
  ...(status.containerStatuses ?? []),
  ...(status.initContainerStatuses ?? []),
  ...(status.ephemeralContainerStatuses ?? []),
];

/** Keeps metadata, for endpoints that change only a part of the spec. */
function keepMetadata(object: KubeObject, old: KubeObject): void {
  for (const field of [...STATUS_META, "generation"] as const) {
    if (old.metadata[field] === undefined) delete object.metadata[field];
    else Object.assign(object.metadata, { [field]: old.metadata[field] });
  }
}

/** Prepares an update that can change only spec.ephemeralContainers. */
export function prepareEphemeralContainers(
  object: KubeObject,
  old: KubeObject,
  settings: RuleSettings,
): void {
  const { ephemeralContainers } = specOf(object);
  const spec = copiedSpec(old);
  if (ephemeralContainers === undefined) delete spec.ephemeralContainers;
  else spec.ephemeralContainers = ephemeralContainers;
  view<Pod>(object).spec = spec;
  keepMetadata(object, old);
  preparePodForUpdate(object, old, settings);
}

/**
 * Prepares an update that can change only resources and resize policies. If the number of containers differs,
 * the object is not changed, so that validation reports the difference.
 */
export function preparePodResize(object: KubeObject, old: KubeObject, settings: RuleSettings): void {
  const spec = specOf(object);
  const stored = copiedSpec(old);
  // An absent list is null.
  const sameLength = (a?: readonly unknown[] | null, b?: readonly unknown[] | null): boolean =>
    (a ?? []).length === (b ?? []).length;
  if (
    sameLength(spec.containers, stored.containers) &&
    sameLength(spec.initContainers, stored.initContainers)
  ) {
    stored.containers = withResources(spec.containers, stored.containers);
    const init = withResources(spec.initContainers, stored.initContainers);
    if (init) stored.initContainers = init;
    if (!isGateOff("InPlacePodLevelResourcesVerticalScaling", settings)) {
      if (spec.resources === undefined) delete stored.resources;
      else stored.resources = spec.resources;
    }
    view<Pod>(object).spec = stored;
    if (!isGateOff("PodLevelResourcesFixDefaulting", settings)) {
      keepPodResources(object, old);
      fillPodResources(stored);
    }
    keepMetadata(object, old);
    if (old.status === undefined) delete object.status;
    else object.status = old.status;
  }
  preparePodForUpdate(object, old, settings);
}

/** Returns the stored containers with the new resources; containers that were renamed are the new ones. */
function withResources(
  containers: Container[] | null | undefined,
  old: Container[] | null | undefined,
): Container[] | null | undefined {
  if (containers?.some((container, i) => container.name !== old?.[i]?.name)) return containers;
  return old?.map((container, i) => {
    const { resources, resizePolicy } = containers?.[i] ?? {};
    const { resources: _r, resizePolicy: _p, ...rest } = container;
    return { ...rest, ...(resources && { resources }), ...(resizePolicy && { resizePolicy }) };
  });
}
