import type { KubeObject } from "../../../../api/meta.ts";
import { noteEmptied, wasEmptied } from "../../../../api/object/emptied.ts";
import type { JsonObject } from "../../../../json/value.ts";
import {
  type ApplyDefaults,
  ensure,
  isEmptyMap,
  part,
  parts,
  unset,
  unsetKey,
  within,
} from "../../../define/fill.ts";
import {
  dropInitContainerAnnotations,
  fillPodSpec,
  shareServiceAccount,
} from "../../shared/pod-template/fill-pod-spec.ts";
import { aggregateRequirements } from "./aggregate-requirements.ts";

/**
 * Fills in the defaults of pods that do not apply to templates: requests from limits, host ports from
 * container ports.
 */
export const fillPod: ApplyDefaults = (pod) => {
  const spec = ensure(pod, "spec");
  requestsFromLimits(parts(spec, "containers"));
  requestsFromLimits(parts(spec, "initContainers"));
  if (spec.resources !== undefined) fillPodResources(spec);
  unset(spec, "enableServiceLinks", true);
  if (spec.hostNetwork === true) {
    hostPorts(parts(spec, "containers"));
    hostPorts(parts(spec, "initContainers"));
  }
  fillPodSpec(spec);
};

/**
 * Synchronizes old fields and annotations, and sets a negative grace period, which means an immediate end.
 */
export function roundTripPod(pod: KubeObject): void {
  within(pod, "spec", (spec) => {
    shareServiceAccount(spec);
    const { terminationGracePeriodSeconds: seconds } = spec;
    if (typeof seconds === "number" && seconds < 0) spec.terminationGracePeriodSeconds = 1;
  });
  dropInitContainerAnnotations(pod.metadata);
  shareAddress(part(pod, "status"));
}

function requestsFromLimits(containers: readonly JsonObject[]): void {
  for (const container of containers) {
    const resources = part(container, "resources");
    const limits = part(resources, "limits");
    if (resources === undefined) continue;
    if (wasEmptied(resources, "limits") && resources.requests === undefined)
      noteEmptied(resources, "requests", "map");
    if (limits === undefined) continue;
    const requests = ensure(resources, "requests");
    for (const name in limits) unsetKey(requests, name, limits[name] ?? null);
  }
}

function hostPorts(containers: readonly JsonObject[]): void {
  for (const container of containers) {
    for (const port of parts(container, "ports")) {
      if (port.hostPort === undefined && port.containerPort !== undefined && port.containerPort !== 0) {
        port.hostPort = port.containerPort;
      }
    }
  }
}

const isHugePage = (name: string): boolean => name.startsWith("hugepages-");

const isSupported = (name: string): boolean => name === "cpu" || name === "memory" || isHugePage(name);

/**
 * Fills in pod-level resources: requests and huge pages from the containers, other requests from the limits.
 */
function fillPodResources(spec: JsonObject): void {
  const resources = part(spec, "resources");
  if (resources === undefined) return;
  const given = { limits: part(resources, "limits"), requests: part(resources, "requests") };
  if (isEmptyMap(given.limits) && isEmptyMap(given.requests)) return;
  const limits: JsonObject = { ...given.limits };
  for (const [name, value] of Object.entries(aggregateRequirements(spec, "limits"))) {
    if (isHugePage(name) && given.requests?.[name] === undefined) unset(limits, name, value);
  }
  if (isEmptyMap(limits)) return;
  resources.limits = limits;
  const requests: JsonObject = { ...given.requests };
  for (const [name, value] of Object.entries(aggregateRequirements(spec, "requests"))) {
    if (name === "cpu" || name === "memory") unset(requests, name, value);
  }
  for (const name in limits) if (isSupported(name)) unset(requests, name, limits[name] ?? null);
  if (!isEmptyMap(requests)) resources.requests = requests;
}

/** Synchronizes the two fields of the pod address; the single field overrides the list. */
function shareAddress(status: JsonObject | undefined): void {
  if (status === undefined) return;
  const first = parts(status, "podIPs")[0]?.ip;
  if (typeof status.podIP === "string" && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (first !== undefined && first !== "") status.podIP = first;
}
