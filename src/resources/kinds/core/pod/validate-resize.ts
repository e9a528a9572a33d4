import type { FieldReport, RuleSettings } from "../../../../api/validation/field-report.ts";
import { sameMeaning, sameMember } from "../../../../types/same-meaning.ts";
import type {
  Container,
  PodSpec,
  ResourceRequirements as Resources,
} from "../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import type { ResourceList } from "../../shared/pod-template/pod-spec.ts";
import type { Pod } from "./pod-types.ts";
import { podQosClass } from "./qos-class.ts";

/** Compares parts; an empty part equals an absent one, as in the reference. */
const same = (type: string, a: object | undefined, b: object | undefined): boolean =>
  sameMeaning(`core/v1.${type}`, a, b);

const ONLY_CPU_AND_MEMORY = "only cpu and memory resources are mutable";

/**
 * Checks the changes that a resize may make. `at` is the path of the spec. The pod itself was checked before,
 * with errors in the same list.
 */
export function checkResize(pod: Pod, old: Pod, at: FieldReport): void {
  if ((old.status?.qosClass || podQosClass(old.spec)) !== podQosClass(pod.spec))
    at.invalid(pod.status?.qosClass ?? "", "Pod QOS Class may not change as a result of resizing");
  if (!supportsResize(old)) at.forbidden("Pod running on node without support for resize");
  const masked: PodSpec = { ...pod.spec };
  if (hasPodLevel(old.spec) || hasPodLevel(pod.spec)) {
    if (isGateOff("InPlacePodLevelResourcesVerticalScaling", at)) {
      at.root("[]").forbidden(NO_POD_LEVEL);
      return;
    }
    checkPodLevelResize(pod.spec, old.spec, masked, at);
  }
  if (!checkSameContainers(pod.spec, old.spec, at)) return;
  for (const list of ["initContainers", "containers"] as const) {
    at.eachOf(list, old.spec[list], (before, here, i) => {
      if (list === "initContainers" && !mayResize(before, at)) return;
      const path = here.child("resources");
      checkNothingRemoved(pod.spec[list]?.[i]?.resources, before.resources, "resource", path);
    });
  }
  masked.containers = pod.spec.containers?.map((container, i) =>
    checkContainer(container, old.spec.containers?.[i], at),
  );
  masked.initContainers = pod.spec.initContainers?.map((container, i) =>
    mayResize(container, at)
      ? checkInitContainer(container, old.spec.initContainers?.[i], at.child("initContainers").index(i))
      : checkSameInitContainer(container, old.spec.initContainers?.[i], at),
  );
  if (!sameMember("core/v1.PodSpec", "volumes", pod.spec.volumes, old.spec.volumes)) {
    at.child("volumes").forbidden(
      "volumes are immutable on resize when InPlacePodVerticalScalingMemoryBackedVolumes feature gate is disabled",
    );
  }
  if (at.errors.length === 0 && !same("PodSpec", masked, old.spec)) at.forbidden(ONLY_CPU_AND_MEMORY);
}

const NO_POD_LEVEL =
  "resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled";

/** True if the resources of an init container can change. */
const mayResize = ({ restartPolicy }: Container, settings: RuleSettings): boolean =>
  restartPolicy === "Always" || !isGateOff("InPlacePodVerticalScalingInitContainers", settings);

function checkSameInitContainer(
  container: Container,
  old: Container | undefined,
  at: FieldReport,
): Container {
  if (!same("Container", container, old))
    at.forbidden("resources for non-sidecar init containers are immutable");
  return container;
}

/** False if the node does not report resources of running containers, and so cannot change them. */
function supportsResize({ status }: Pod): boolean {
  const running = status?.containerStatuses?.find((c) => c.state?.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

const hasPodLevel = ({ resources }: PodSpec): boolean =>
  Object.keys(resources?.requests ?? {}).length + Object.keys(resources?.limits ?? {}).length > 0;

function checkPodLevelResize(spec: PodSpec, old: PodSpec, masked: PodSpec, at: FieldReport): void {
  if (old.resources !== undefined && spec.resources === undefined) {
    at.child("resources").forbidden("pod-level resources cannot be removed");
    return;
  }
  if (old.resources !== undefined)
    checkNothingRemoved(spec.resources, old.resources, "pod-level resource", at.child("resources"));
  const resources = withOldAmounts(spec.resources ?? {}, old.resources ?? {});
  const isEmpty = !hasPodLevel({ resources }) && (resources.claims ?? []).length === 0;
  masked.resources = old.resources === undefined && isEmpty ? undefined : resources;
  if (!same("ResourceRequirements", masked.resources, old.resources))
    at.forbidden("only cpu and memory resources are mutable at pod-level");
}

/** Resources can change, but cannot be removed. */
function checkNothingRemoved(
  now: Resources | undefined,
  old: Resources | undefined,
  what: string,
  at: FieldReport,
): void {
  for (const list of ["requests", "limits"] as const) {
    const names = Object.keys(old?.[list] ?? {});
    const left = now?.[list] ?? {};
    if (names.every((name) => Object.hasOwn(left, name))) continue;
    at.child(list).forbidden(`${what} ${list} cannot be removed`);
  }
}

function checkSameContainers(spec: PodSpec, old: PodSpec, at: FieldReport): boolean {
  const before = at.errors.length;
  for (const list of ["containers", "initContainers"] as const) {
    const containers: readonly Container[] = spec[list] ?? [];
    const stored: readonly Container[] = old[list] ?? [];
    if (containers.length !== stored.length) {
      at.child(list).forbidden(`${list} may not be added or removed on resize`);
      continue;
    }
    at.eachOf(list, stored, ({ name }, here, i) => {
      if (containers[i]?.name === name) return;
      here.child("name").forbidden(`${list} may not be renamed or reordered on resize`);
    });
  }
  return at.errors.length === before;
}

function checkContainer(container: Container, old: Container | undefined, at: FieldReport): Container {
  const masked = withOldContainerAmounts(container, old);
  if (!same("Container", masked, old)) at.forbidden(ONLY_CPU_AND_MEMORY);
  return masked;
}

function checkInitContainer(container: Container, old: Container | undefined, at: FieldReport): Container {
  const masked = withOldContainerAmounts(container, old);
  if (!same("Container", masked, old))
    at.forbidden("only cpu and memory resources for init or sidecar containers are mutable");
  if (container.restartPolicy === "Always" || same("Container", container, old)) return masked;
  for (const { restartPolicy } of container.resizePolicy ?? []) {
    if (restartPolicy !== "RestartContainer") continue;
    at.forbidden("non-sidecar init containers with a resize policy of RestartContainer cannot be resized");
  }
  return masked;
}

/** Replaces the resources that can change by the old ones. */
const withOldContainerAmounts = (container: Container, old: Container | undefined): Container => ({
  ...container,
  resources: withOldAmounts(container.resources ?? {}, old?.resources ?? {}),
});

function withOldAmounts({ claims, limits, requests }: Resources, old: Resources): Resources {
  return { claims, limits: withOldList(limits, old.limits), requests: withOldList(requests, old.requests) };
}

function withOldList(
  list: ResourceList | undefined,
  old: ResourceList | undefined,
): ResourceList | undefined {
  if (list === undefined && old === undefined) return undefined;
  const rest = Object.entries(list ?? {}).filter(([name]) => name !== "cpu" && name !== "memory");
  const kept = Object.entries(old ?? {}).filter(([name]) => name === "cpu" || name === "memory");
  const merged = Object.fromEntries([...rest, ...kept]);
  // A list that is now empty equals an absent one.
  return Object.keys(merged).length === 0 && old === undefined ? undefined : merged;
}
