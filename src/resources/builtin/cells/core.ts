import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  type CellsTable,
  containerCells,
  count,
  flag,
  formatLabels,
  items,
  type MakeCells,
  nameAndAge,
  nameAndCreation,
  nameOf,
  optionalText,
  since,
  sizeOf,
  someOf,
  text,
  texts,
} from "../../define/cell.ts";
import { podCells } from "./pods.ts";
import { serviceCells } from "./services.ts";

const componentStatus: MakeCells = (object) => {
  const healthy = items(object, "conditions").find(({ type }) => type === "Healthy");
  const status = healthy === undefined ? "Unknown" : healthy.status === "True" ? "Healthy" : "Unhealthy";
  return [nameOf(object), status, text(healthy, "message"), text(healthy, "error")];
};

const configMap: MakeCells = (object, now) => [
  nameOf(object),
  sizeOf(object, "data") + sizeOf(object, "binaryData"),
  ageOf(object, now),
];

const endpoints: MakeCells = (object, now) => [nameOf(object), formatSubsets(object), ageOf(object, now)];

const MAX_ADDRESSES = 3;

function formatSubsets(object: KubeObject): string {
  const subsets = items(object, "subsets");
  if (subsets.length === 0) return "<none>";
  const addresses = subsets.flatMap((subset) => {
    const ips = items(subset, "addresses").map((address) => text(address, "ip"));
    const ports = items(subset, "ports").map((port) => count(port, "port"));
    return ports.length === 0 ? ips : ports.flatMap((port) => ips.map((ip) => joinHostPort(ip, port)));
  });
  return someOf(addresses, MAX_ADDRESSES, addresses.length - MAX_ADDRESSES);
}

const joinHostPort = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

const event: MakeCells = (object, now) => {
  const first = object.firstTimestamp ?? object.eventTime;
  const series = at(object, "series");
  const last = isJsonObject(series) ? series.lastObservedTime : (object.lastTimestamp ?? first);
  const times = isJsonObject(series) ? count(series, "count") : count(object, "count") || 1;
  const involved = at(object, "involvedObject");
  const target = isJsonObject(involved) ? involved : {};
  const name = text(target, "name");
  const kind = text(target, "kind").toLowerCase();
  return [
    since(last, now),
    text(object, "type"),
    text(object, "reason"),
    name === "" ? kind : `${kind}/${name}`,
    text(target, "fieldPath"),
    eventSource(object),
    text(object, "message").trim(),
    since(first, now),
    times,
    nameOf(object),
  ];
};

function eventSource(object: KubeObject): string {
  const component = text(object, "source.component", text(object, "reportingComponent"));
  const instance = text(object, "source.host", text(object, "reportingInstance"));
  return instance === "" ? component : `${component}, ${instance}`;
}

const namespace: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "status.phase"),
  ageOf(object, now),
];

const node: MakeCells = (object, now) => {
  const info = (name: string): string => text(object, `status.nodeInfo.${name}`, "<unknown>");
  const architecture = text(object, "status.nodeInfo.architecture");
  return [
    nameOf(object),
    nodeStatus(object),
    nodeRoles(object),
    ageOf(object, now),
    text(object, "status.nodeInfo.kubeletVersion"),
    nodeAddress(object, "InternalIP"),
    nodeAddress(object, "ExternalIP"),
    info("osImage"),
    architecture === "" ? info("kernelVersion") : `${info("kernelVersion")} (${architecture})`,
    info("containerRuntimeVersion"),
  ];
};

function nodeStatus(object: KubeObject): string {
  const ready = items(object, "status.conditions").findLast(({ type }) => type === "Ready");
  const status = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return flag(object, "spec.unschedulable") ? `${status},SchedulingDisabled` : status;
}

const ROLE_PREFIX = "node-role.kubernetes.io/";

function nodeRoles({ metadata: { labels = {} } }: KubeObject): string {
  const roles = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ""))].sort().join(",") || "<none>";
}

function nodeAddress(object: KubeObject, type: string): string {
  const address = items(object, "status.addresses").find((entry) => entry.type === type);
  return address === undefined ? "<none>" : text(address, "address");
}

const ACCESS_MODES: readonly (readonly [string, string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

const accessModes = (modes: readonly string[]): string =>
  ACCESS_MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");

const storageClass = (object: KubeObject): string =>
  object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
  text(object, "spec.storageClassName");

const volumePhase = (object: KubeObject): string =>
  object.metadata.deletionTimestamp === undefined ? text(object, "status.phase") : "Terminating";

const persistentVolumeClaim: MakeCells = (object, now) => {
  const bound = text(object, "spec.volumeName") !== "";
  return [
    nameOf(object),
    volumePhase(object),
    text(object, "spec.volumeName"),
    bound ? text(object, "status.capacity.storage", "0") : "",
    bound ? accessModes(texts(object, "status.accessModes")) : "",
    storageClass(object),
    optionalText(object, "spec.volumeAttributesClassName", "<unset>"),
    ageOf(object, now),
    optionalText(object, "spec.volumeMode", "<unset>"),
  ];
};

const persistentVolume: MakeCells = (object, now) => {
  const claim = at(object, "spec.claimRef");
  return [
    nameOf(object),
    text(object, "spec.capacity.storage", "0"),
    accessModes(texts(object, "spec.accessModes")),
    text(object, "spec.persistentVolumeReclaimPolicy"),
    volumePhase(object),
    isJsonObject(claim) ? `${text(claim, "namespace")}/${text(claim, "name")}` : "",
    storageClass(object),
    optionalText(object, "spec.volumeAttributesClassName", "<unset>"),
    text(object, "status.reason"),
    ageOf(object, now),
    optionalText(object, "spec.volumeMode", "<unset>"),
  ];
};

const podTemplate: MakeCells = (object) => [
  nameOf(object),
  ...containerCells(at(object, "template.spec")),
  formatLabels(at(object, "template.metadata.labels")),
];

const replicationController: MakeCells = (object, now) => [
  nameOf(object),
  count(object, "spec.replicas"),
  count(object, "status.replicas"),
  count(object, "status.readyReplicas"),
  ageOf(object, now),
  ...containerCells(at(object, "spec.template.spec")),
  formatLabels(at(object, "spec.selector")),
];

const resourceQuota: MakeCells = (object, now) => {
  const hard = objectAt(object, "status.hard");
  const used = objectAt(object, "status.used");
  const names = Object.keys(hard).sort();
  const show = (name: string): string => `${name}: ${String(used[name] ?? "0")}/${String(hard[name])}`;
  const isLimit = (name: string): boolean => name.startsWith("limits.");
  return [
    nameOf(object),
    names
      .filter((name) => !isLimit(name))
      .map(show)
      .join(", "),
    names.filter(isLimit).map(show).join(", "),
    ageOf(object, now),
  ];
};

function objectAt(object: JsonObject, path: string): JsonObject {
  const value: Json | undefined = at(object, path);
  return isJsonObject(value) ? value : {};
}

const secret: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "type"),
  sizeOf(object, "data"),
  ageOf(object, now),
];

export const coreCells: CellsTable = {
  componentstatuses: componentStatus,
  configmaps: configMap,
  endpoints,
  events: event,
  limitranges: nameAndCreation,
  namespaces: namespace,
  nodes: node,
  persistentvolumeclaims: persistentVolumeClaim,
  persistentvolumes: persistentVolume,
  pods: podCells,
  podtemplates: podTemplate,
  replicationcontrollers: replicationController,
  resourcequotas: resourceQuota,
  secrets: secret,
  serviceaccounts: nameAndAge,
  services: serviceCells,
};
