import { isIP } from "node:net";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import type { Pod, Service } from "../../../types/tables/core/v1-types.ts";
import type { EndpointPort, EndpointSlice } from "../../../types/tables/discovery/v1-types.ts";
import { SERVICES } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";
import { isReady } from "../../shared/pods/pods.ts";
import {
  HEADLESS_LABEL,
  hostnameOf,
  isHeadless,
  isServing,
  portsOf,
  targetOf,
  triggerTime,
} from "../../shared/pods/service-pods.ts";
import { MANAGED_BY, SERVICE_NAME } from "../../shared/slice-labels.ts";

const MANAGER = "endpointslice-controller.k8s.io";
/** Largest number of endpoints in one slice. */
const MOST_ENDPOINTS = 100;

interface SlicePlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/** Returns true for slices that this controller manages. It does not change others. */
export const isOfService = ({ metadata }: EndpointSlice, service: Service): boolean =>
  metadata.labels?.[SERVICE_NAME] === service.metadata.name && metadata.labels?.[MANAGED_BY] === MANAGER;

/** `slices`: the slices that this controller manages for the Service. */
export function planSlices(
  service: Service,
  pods: readonly Pod[],
  slices: readonly EndpointSlice[],
): SlicePlan {
  const families = service.spec?.ipFamilies ?? ["IPv4"];
  const plans = families.map((family) => {
    const own = slices.filter(
      ({ addressType, metadata }) => addressType === family && metadata.deletionTimestamp === undefined,
    );
    return planFamily(service, family, pods, own);
  });
  const foreign = slices.filter(({ addressType = "" }) => !families.includes(addressType));
  return {
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    remove: [...foreign, ...plans.flatMap(({ remove }) => remove)],
  };
}

interface Group {
  readonly ports: EndpointPort[];
  readonly endpoints: JsonObject[];
}

function planFamily(
  service: Service,
  family: string,
  pods: readonly Pod[],
  slices: readonly EndpointSlice[],
): SlicePlan {
  const annotations = triggerTime(service, pods);
  const groups = groupsOf(service, family, pods);
  const wanted = groups.length === 0 ? [{ ports: [], endpoints: [] }] : groups;
  const spare = [...slices];
  const plan: { readonly create: EndpointSlice[]; readonly update: EndpointSlice[] } = {
    create: [],
    update: [],
  };
  for (const { ports, endpoints } of wanted) {
    const same = spare.filter((slice) => semanticEqual(slice.ports, ports));
    for (const part of parts(endpoints, same)) {
      const old = same.shift();
      if (old !== undefined) spare.splice(spare.indexOf(old), 1);
      const slice = sliceOf(service, family, ports, part, annotations);
      if (old === undefined) plan.create.push(slice);
      else if (!isLike(old, slice)) plan.update.push(merged(old, slice));
    }
  }
  return reusing(plan, spare);
}

/**
 * Reuses slices that would be deleted for slices that would be created (k8s.io/endpointslice/reconciler.go,
 * finalize).
 */
function reusing(
  { create, update }: Pick<SlicePlan, "create" | "update">,
  spare: readonly EndpointSlice[],
): SlicePlan {
  const reused = spare.slice(0, create.length).map((old, i) => merged(old, create[create.length - 1 - i]!));
  return {
    create: create.slice(0, create.length - reused.length),
    update: [...update, ...reused],
    remove: spare.slice(reused.length),
  };
}

/**
 * Divides endpoints among slices. An endpoint stays in the slice that contains it; new ones fill slices with
 * free places.
 */
function parts(endpoints: readonly JsonObject[], slices: readonly EndpointSlice[]): JsonObject[][] {
  const left = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
  const kept = slices.map(({ endpoints: had }) =>
    (had ?? []).flatMap((endpoint) => {
      const now = left.get(idOf(endpoint));
      left.delete(idOf(endpoint));
      return now === undefined ? [] : [now];
    }),
  );
  const rest = [...left.values()];
  for (const part of kept) part.push(...rest.splice(0, MOST_ENDPOINTS - part.length));
  while (rest.length > 0) kept.push(rest.splice(0, MOST_ENDPOINTS));
  const filled = kept.filter((part) => part.length > 0);
  return filled.length === 0 ? [[]] : filled;
}

const idOf = ({ targetRef }: JsonObject): string => String(record(targetRef).uid);

function groupsOf(service: Service, family: string, pods: readonly Pod[]): Group[] {
  const groups = new Map<string, Group>();
  for (const pod of pods) {
    const addresses = addressesOf(pod, family);
    if (addresses.length === 0) continue;
    const ports = portsOf(service, pod);
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(service, pod, addresses));
    groups.set(key, group);
  }
  return [...groups.values()];
}

const addressesOf = ({ status }: Pod, family: string): string[] =>
  (status?.podIPs ?? [{ ip: status?.podIP ?? "" }])
    .map(({ ip = "" }) => ip)
    .filter((ip) => isIP(ip) === (family === "IPv6" ? 6 : 4));

function endpointOf(service: Service, pod: Pod, addresses: string[]): JsonObject {
  const { nodeName } = pod.spec ?? {};
  return {
    addresses,
    conditions: {
      ready: isServing(service, pod),
      serving: isReady(pod),
      terminating: pod.metadata.deletionTimestamp !== undefined,
    },
    ...hostnameOf(service, pod),
    targetRef: targetOf(pod),
    ...(nodeName === undefined ? {} : { nodeName }),
  };
}

function sliceOf(
  service: Service,
  family: string,
  ports: EndpointPort[],
  endpoints: JsonObject[],
  annotations: { [name: string]: string },
): EndpointSlice {
  const { name = "", namespace = "", labels = {} } = service.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: {
        ...labels,
        ...(isHeadless(service) ? HEADLESS_LABEL : {}),
        [MANAGED_BY]: MANAGER,
        [SERVICE_NAME]: name,
      },
      annotations,
      ownerReferences: [controllerRef(SERVICES, service)],
    },
    addressType: family,
    endpoints: endpoints.length === 0 ? null : endpoints,
    ports: ports.length === 0 ? null : ports,
  };
}

const isLike = (old: EndpointSlice, slice: EndpointSlice): boolean =>
  semanticEqual(old.endpoints, slice.endpoints) &&
  semanticEqual(old.ports, slice.ports) &&
  semanticEqual(old.metadata.labels, slice.metadata.labels);

const merged = (
  old: EndpointSlice,
  { metadata, endpoints = null, ports = null }: EndpointSlice,
): EndpointSlice => ({
  ...old,
  metadata: {
    ...old.metadata,
    labels: { ...metadata.labels },
    annotations: { ...old.metadata.annotations, ...metadata.annotations },
  },
  endpoints,
  ports,
});
