import type { KubeObject } from "../../../../api/meta.ts";
import { noteEmptied, wasEmptied } from "../../../../api/object/emptied.ts";
import type { JsonObject } from "../../../../json/value.ts";
import {
  type ApplyDefaults,
  ensure,
  type Fill,
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
import { fillResourcesEarly } from "./pod-level-defaults.ts";

/**
 * Fills in the defaults of pods that do not apply to templates: requests from limits, host ports from
 * container ports.
 */
export const fillPod: ApplyDefaults = (pod) => fill(pod);

/** The same without the gate PodLevelResourcesFixDefaulting: it fills in the resources of the pod, too. */
export const fillPodEarly: ApplyDefaults = (pod) => fill(pod, fillResourcesEarly);

function fill(pod: KubeObject, fillResources?: Fill): void {
  const spec = ensure(pod, "spec");
  requestsFromLimits(parts(spec, "containers"));
  requestsFromLimits(parts(spec, "initContainers"));
  fillResources?.(spec);
  unset(spec, "enableServiceLinks", true);
  if (spec.hostNetwork === true) {
    hostPorts(parts(spec, "containers"));
    hostPorts(parts(spec, "initContainers"));
  }
  fillPodSpec(spec);
}

/** Synchronizes old fields and annotations, and sets a negative grace period, which means an immediate end. */
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
      if (port.hostPort === undefined && port.containerPort !== undefined && port.containerPort !== 0)
        port.hostPort = port.containerPort;
    }
  }
}

/** Synchronizes the two fields of the pod address; the single field overrides the list. */
function shareAddress(status: JsonObject | undefined): void {
  if (status === undefined) return;
  const first = parts(status, "podIPs")[0]?.ip;
  if (typeof status.podIP === "string" && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (first !== undefined && first !== "") status.podIP = first;
}
