import type { KubeObject } from "../../../api/meta.ts";
import type { Pod, Service } from "../../../types/tables/core/v1-types.ts";
import type { EndpointPort } from "../../../types/tables/discovery/v1-types.ts";
import type { WorkQueue } from "../../base/work-queue.ts";
import { keyOf, PODS, SERVICES } from "../kinds.ts";
import type { ObjectCache } from "../object-cache.ts";
import { isReady } from "./pods.ts";

/** Returns true if the Service selects pods. Without a selector, its users write its endpoints. */
export const hasSelector = ({ spec }: Service): boolean =>
  spec?.type !== "ExternalName" && Object.keys(spec?.selector ?? {}).length > 0;

const selects = ({ spec }: Service, { metadata: { labels = {} } }: KubeObject): boolean =>
  Object.entries(spec?.selector ?? {}).every(
    ([name, value]) => Object.hasOwn(labels, name) && labels[name] === value,
  );

/** Returns the pods of a Service that have an address and have not ended, the oldest first. */
export function podsBehind(cache: ObjectCache, service: Service): Pod[] {
  return cache
    .list(PODS, service.metadata.namespace ?? "")
    .filter((pod) => selects(service, pod) && isReachable(pod))
    .sort((a, b) => ((a.metadata.creationTimestamp ?? "") < (b.metadata.creationTimestamp ?? "") ? -1 : 1));
}

const isReachable = ({ status }: Pod): boolean =>
  status?.podIP !== undefined && status.phase !== "Succeeded" && status.phase !== "Failed";

/** Adds Services to the queue when they change, and when a pod changes that they select or selected before. */
export function wakeServices(cache: ObjectCache, queue: Pick<WorkQueue, "add">): void {
  cache.listen(SERVICES, ({ object }) => queue.add(keyOf(object)));
  cache.listen(PODS, ({ object, before }) => {
    for (const service of cache.list(SERVICES, object.metadata.namespace ?? ""))
      if (
        hasSelector(service) &&
        (selects(service, object) || (before !== undefined && selects(service, before)))
      )
        queue.add(keyOf(service));
  });
}

/** Returns the ports of a Service for this pod. A named port that the pod does not have is left out. */
export function portsOf(service: Service, pod: Pod): EndpointPort[] {
  return (service.spec?.ports ?? []).flatMap(
    ({ name = "", protocol = "TCP", appProtocol, port = 0, targetPort = port }) => {
      const found = typeof targetPort === "number" ? targetPort : namedPort(pod, targetPort, protocol);
      if (found === undefined) return [];
      return [{ name, port: found || port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
    },
  );
}

function namedPort({ spec }: Pod, name: string, protocol: string): number | undefined {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...(spec?.containers ?? []), ...sidecars]
    .flatMap(({ ports }) => ports ?? [])
    .find((port) => port.name === name && (port.protocol ?? "TCP") === protocol)?.containerPort;
}

/** True for Services without an address (`clusterIP: None`). */
export const isHeadless = ({ spec }: Service): boolean => spec?.clusterIP === "None";

export const HEADLESS_LABEL = { "service.kubernetes.io/headless": "" };

/** Returns true if clients of the Service may use the pod. */
export const isServing = (service: Service, pod: Pod): boolean =>
  service.spec?.publishNotReadyAddresses === true ||
  (isReady(pod) && pod.metadata.deletionTimestamp === undefined);

/** Returns the annotation with the latest time among the changes that the endpoints show. */
export function triggerTime(service: Service, pods: readonly Pod[]): { [annotation: string]: string } {
  const times = pods.flatMap(({ status }) =>
    (status?.conditions ?? []).flatMap(({ type, lastTransitionTime }) =>
      type === "Ready" && typeof lastTransitionTime === "string" ? [lastTransitionTime] : [],
    ),
  );
  const latest = [...times, service.metadata.creationTimestamp ?? ""].sort().at(-1) ?? "";
  return { "endpoints.kubernetes.io/last-change-trigger-time": latest };
}

/** `targetRef` of a pod in endpoints. */
export const targetOf = ({ metadata: { namespace, name, uid } }: Pod) => ({
  kind: "Pod",
  namespace,
  name,
  uid,
});

/** Returns the host name of a pod. It has one if its subdomain is the name of the Service. */
export const hostnameOf = ({ metadata }: Service, { spec }: Pod): { hostname?: string } =>
  spec?.hostname !== undefined && spec.hostname !== "" && spec.subdomain === metadata.name
    ? { hostname: spec.hostname }
    : {};
