import { isIPv6 } from "node:net";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { type JsonObject, record, records, text } from "../../../json/value.ts";
import type { Endpoints } from "../../../types/tables/core/v1-types.ts";
import type { EndpointPort, EndpointSlice } from "../../../types/tables/discovery/v1-types.ts";
import { ENDPOINTS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";
import { MANAGED_BY, MIRRORING, SERVICE_NAME } from "../../shared/slice-labels.ts";

/**
 * Largest number of mirrored addresses of a subset: `--mirroring-max-endpoints-per-subset` of
 * kube-controller-manager.
 */
const MOST_ADDRESSES = 1000;
/** Annotations that are valid for Endpoints only. */
const NOT_COPIED = [
  "endpoints.kubernetes.io/last-change-trigger-time",
  "kubectl.kubernetes.io/last-applied-configuration",
];

interface MirrorPlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/** Plans one slice for each set of ports and address family. `slices`: the existing mirrors. */
export function planMirrors(endpoints: Endpoints, slices: readonly EndpointSlice[]): MirrorPlan {
  const spare = new Set(slices);
  const update: EndpointSlice[] = [];
  const missing: EndpointSlice[] = [];
  for (const wanted of mirrorsOf(endpoints)) {
    const old = [...spare].find((slice) => isOfSamePorts(slice, wanted));
    if (old === undefined) missing.push(wanted);
    else spare.delete(old);
    if (old !== undefined && !isLike(old, wanted)) update.push(inPlaceOf(old, wanted));
  }
  const create = missing.filter((wanted) => {
    const old = [...spare].find(({ addressType }) => addressType === wanted.addressType);
    if (old === undefined) return true;
    spare.delete(old);
    update.push(inPlaceOf(old, wanted));
    return false;
  });
  return { create, update, remove: [...spare] };
}

function mirrorsOf(endpoints: Endpoints): EndpointSlice[] {
  return repackSubsets(endpoints.subsets ?? []).flatMap(({ ports, members }) => {
    const some = members.slice(0, MOST_ADDRESSES);
    const isOfIPv6 = ({ address }: Member): boolean => isIPv6(text(address.ip));
    const families: [string, Member[]][] = [
      ["IPv4", some.filter((member) => !isOfIPv6(member))],
      ["IPv6", some.filter(isOfIPv6)],
    ];
    return families
      .filter(([, own]) => own.length > 0)
      .map(([family, own]) => mirrorOf(endpoints, family, ports.map(mirroredPort), own.map(endpointOf)));
  });
}

const mirroredPort = ({ name = "", port, protocol, appProtocol }: JsonObject): EndpointPort =>
  ({ name, port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }) as EndpointPort;

function endpointOf({ address: { ip, targetRef, nodeName, hostname }, ready }: Member): JsonObject {
  return {
    addresses: [text(ip)],
    conditions: { ready },
    ...(hostname ? { hostname } : {}),
    ...(targetRef === undefined ? {} : { targetRef }),
    ...(nodeName === undefined ? {} : { nodeName }),
  };
}

function mirrorOf(
  endpoints: Endpoints,
  addressType: string,
  ports: EndpointPort[],
  own: JsonObject[],
): EndpointSlice {
  const { name = "", namespace = "", labels = {}, annotations = {} } = endpoints.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: { ...labels, [MANAGED_BY]: MIRRORING, [SERVICE_NAME]: name },
      annotations: Object.fromEntries(
        Object.entries(annotations).filter(([annotation]) => !NOT_COPIED.includes(annotation)),
      ),
      ownerReferences: [controllerRef(ENDPOINTS, endpoints)],
    },
    addressType,
    endpoints: own,
    ports,
  };
}

const isOfSamePorts = (old: EndpointSlice, wanted: EndpointSlice): boolean =>
  old.addressType === wanted.addressType && semanticEqual(old.ports ?? [], wanted.ports ?? []);

const isLike = (old: EndpointSlice, wanted: EndpointSlice): boolean =>
  semanticEqual(old.endpoints, wanted.endpoints) &&
  semanticEqual(old.metadata.labels, wanted.metadata.labels) &&
  semanticEqual(old.metadata.annotations ?? {}, wanted.metadata.annotations ?? {}) &&
  semanticEqual(old.metadata.ownerReferences, wanted.metadata.ownerReferences);

function inPlaceOf(old: EndpointSlice, wanted: EndpointSlice): EndpointSlice {
  const { labels = {}, annotations = {}, ownerReferences = [] } = wanted.metadata;
  return { ...old, ...wanted, metadata: { ...old.metadata, labels, annotations, ownerReferences } };
}

/** Ports, and the addresses that each of these ports has. */
interface Repacked {
  readonly ports: readonly JsonObject[];
  readonly members: readonly Member[];
}

/** An address of a subset of Endpoints. */
interface Member {
  readonly address: JsonObject;
  readonly ready: boolean;
}

/**
 * Returns the subsets of Endpoints with each port once: ports with the same addresses are in one subset. An
 * address that is both ready and not ready counts as not ready (pkg/api/v1/endpoints/util.go, RepackSubsets).
 */
function repackSubsets(subsets: readonly JsonObject[]): Repacked[] {
  const groups = new Map<string, { ports: JsonObject[]; members: readonly Member[] }>();
  for (const { port, members } of byPort(subsets)) {
    const ids = [...members].map(([id, { ready }]) => `${id} ${ready}`).sort();
    const key = JSON.stringify([port === undefined, ids]);
    const group = groups.get(key) ?? { ports: [], members: [...members.values()] };
    if (port !== undefined) group.ports.push(port);
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface OnePort {
  /** Undefined for a subset without ports. */
  readonly port: JsonObject | undefined;
  readonly members: Map<string, Member>;
}

function byPort(subsets: readonly JsonObject[]): OnePort[] {
  const found = new Map<string, OnePort>();
  for (const subset of subsets) {
    const ports = records(subset.ports);
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const key = JSON.stringify(port ?? null);
      const one = found.get(key) ?? { port, members: new Map() };
      found.set(key, one);
      for (const member of membersOf(subset)) note(one.members, member);
    }
  }
  return [...found.values()];
}

const membersOf = ({ addresses, notReadyAddresses }: JsonObject): Member[] => [
  ...records(addresses).map((address) => ({ address, ready: true })),
  ...records(notReadyAddresses).map((address) => ({ address, ready: false })),
];

function note(members: Map<string, Member>, member: Member): void {
  const { ip, targetRef } = member.address;
  const id = `${text(ip)} ${text(record(targetRef).uid)}`;
  const before = members.get(id);
  if (before === undefined) members.set(id, member);
  else if (before.ready) members.set(id, { address: before.address, ready: member.ready });
}
