import { type JsonObject, record } from "../../../json/value.ts";
import type { Endpoints, Pod, Service } from "../../../types/tables/core/v1-types.ts";
import {
  HEADLESS_LABEL,
  hostnameOf,
  isHeadless,
  isServing,
  portsOf,
  targetOf,
  triggerTime,
} from "../../shared/pods/service-pods.ts";

/** Largest number of pods in the Endpoints of a Service. Further ones are left out, as in the reference. */
const MOST_ADDRESSES = 1000;

interface Subset {
  readonly ports: JsonObject[];
  readonly addresses: JsonObject[];
  readonly notReadyAddresses: JsonObject[];
}

/** Returns the wanted Endpoints of a Service; `found`: the stored ones. */
export function endpointsOf(service: Service, pods: readonly Pod[], found: Endpoints | undefined): Endpoints {
  const { name = "", namespace = "", labels = {} } = service.metadata;
  const subsets = subsetsOf(service, pods.slice(0, MOST_ADDRESSES));
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: {
      ...found?.metadata,
      name,
      namespace,
      labels: {
        ...labels,
        "endpoints.kubernetes.io/managed-by": "endpoint-controller",
        ...(isHeadless(service) ? HEADLESS_LABEL : {}),
      },
      annotations: { ...found?.metadata.annotations, ...triggerTime(service, pods) },
    },
    ...(subsets.length === 0 ? {} : { subsets }),
  };
}

function subsetsOf(service: Service, pods: readonly Pod[]): JsonObject[] {
  const groups = new Map<string, Subset>();
  const alive = pods.filter(
    ({ metadata }) =>
      metadata.deletionTimestamp === undefined || service.spec?.publishNotReadyAddresses === true,
  );
  for (const pod of alive) {
    const ports = portsOf(service, pod).map(({ name, ...port }) =>
      name === "" ? port : { name: name ?? "", ...port },
    );
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, addresses: [], notReadyAddresses: [] };
    (isServing(service, pod) ? group.addresses : group.notReadyAddresses).push(addressOf(service, pod));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ ports, addresses, notReadyAddresses }) => ({
    ...(addresses.length === 0 ? {} : { addresses: addresses.sort(byAddress) }),
    ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses: notReadyAddresses.sort(byAddress) }),
    ...(ports.length === 0 ? {} : { ports }),
  }));
}

const textOf = ({ ip, targetRef }: JsonObject): string => `${ip} ${record(targetRef).uid}`;

const byAddress = (a: JsonObject, b: JsonObject): number => (textOf(a) < textOf(b) ? -1 : 1);

const addressOf = (service: Service, pod: Pod): JsonObject => ({
  ip: pod.status?.podIP ?? "",
  ...hostnameOf(service, pod),
  ...(pod.spec?.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  targetRef: targetOf(pod),
});
