import type { Strategy } from "../kind.ts";
import { configMap } from "./core/config-map.ts";
import { endpoints } from "./core/endpoints.ts";
import { event, newEvent } from "./core/event.ts";
import { limitRange } from "./core/limit-range.ts";
import { namespace, namespaceFinalize, namespaceStatus } from "./core/namespace.ts";
import { node, nodeStatus } from "./core/node.ts";
import { persistentVolume, persistentVolumeStatus } from "./core/persistent-volume.ts";
import { persistentVolumeClaim, persistentVolumeClaimStatus } from "./core/persistent-volume-claim.ts";
import { pod, podEphemeralContainers, podResize, podStatus } from "./core/pod.ts";
import { podTemplate } from "./core/pod-template.ts";
import { replicationController, replicationControllerStatus } from "./core/replication-controller.ts";
import { resourceQuota, resourceQuotaStatus } from "./core/resource-quota.ts";
import { secret } from "./core/secret.ts";
import { service, serviceStatus } from "./core/service.ts";
import { serviceAccount } from "./core/service-account.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";

/** The manners of the core group's resources and of their endpoints that update a part; events in both groups. */
export const coreStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  ["/pods", pod],
  ["/pods/status", podStatus],
  ["/pods/ephemeralcontainers", podEphemeralContainers],
  ["/pods/resize", podResize],
  ["/namespaces", namespace],
  ["/namespaces/status", namespaceStatus],
  ["/namespaces/finalize", namespaceFinalize],
  ["/configmaps", configMap],
  ["/secrets", secret],
  ["/services", service],
  ["/services/status", serviceStatus],
  ["/serviceaccounts", serviceAccount],
  ["/events", event],
  ["events.k8s.io/events", newEvent],
  ["/limitranges", limitRange],
  ["/resourcequotas", resourceQuota],
  ["/resourcequotas/status", resourceQuotaStatus],
  ["/endpoints", endpoints],
  ["/podtemplates", podTemplate],
  ["/replicationcontrollers", replicationController],
  ["/replicationcontrollers/status", replicationControllerStatus],
  ["/persistentvolumes", persistentVolume],
  ["/persistentvolumes/status", persistentVolumeStatus],
  ["/persistentvolumeclaims", persistentVolumeClaim],
  ["/persistentvolumeclaims/status", persistentVolumeClaimStatus],
  ["/nodes", node],
  ["/nodes/status", nodeStatus],
]);
