import { isJsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  type CellsTable,
  count,
  formatSelector,
  items,
  type MakeCells,
  nameOf,
  optionalText,
  someOf,
  text,
  texts,
} from "../../define/cell.ts";
import { loadBalancerAddresses } from "./services.ts";

const ingress: MakeCells = (object, now) => [
  nameOf(object),
  optionalText(object, "spec.ingressClassName", "<none>"),
  formatHosts(object),
  loadBalancerAddresses(object),
  items(object, "spec.tls").length === 0 ? "80" : "80, 443",
  ageOf(object, now),
];

const MAX_HOSTS = 3;

/** The first three hosts; the rest is counted in rules, hosts or not. */
function formatHosts(object: KubeObject): string {
  const rules = items(object, "spec.rules");
  const hosts: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (hosts.length === MAX_HOSTS) more = true;
    const host = text(rule, "host");
    if (!more && host !== "") hosts.push(host);
  }
  if (hosts.length === 0) return "*";
  return someOf(hosts, MAX_HOSTS, more ? rules.length - MAX_HOSTS : 0);
}

const ingressClass: MakeCells = (object, now) => {
  const isDefault = object.metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true";
  return [
    isDefault ? `${nameOf(object)} (default)` : nameOf(object),
    text(object, "spec.controller"),
    formatParameters(object),
    ageOf(object, now),
  ];
};

function formatParameters(object: KubeObject): string {
  const parameters = at(object, "spec.parameters");
  if (!isJsonObject(parameters)) return "<none>";
  const group = at(parameters, "apiGroup");
  const kind = typeof group === "string" ? `${text(parameters, "kind")}.${group}` : text(parameters, "kind");
  return `${kind}/${text(parameters, "name")}`;
}

const ipAddress: MakeCells = (object, now) => [nameOf(object), formatParent(object), ageOf(object, now)];

function formatParent(object: KubeObject): string {
  const parent = at(object, "spec.parentRef");
  if (!isJsonObject(parent)) return "<none>";
  const group = text(parent, "group");
  const resource = group === "" ? text(parent, "resource") : `${text(parent, "resource")}.${group}`;
  const namespace = text(parent, "namespace");
  return [resource.toLowerCase(), ...(namespace === "" ? [] : [namespace]), text(parent, "name")].join("/");
}

const networkPolicy: MakeCells = (object, now) => [
  nameOf(object),
  formatSelector(at(object, "spec.podSelector")),
  ageOf(object, now),
];

const serviceCidr: MakeCells = (object, now) => [
  nameOf(object),
  texts(object, "spec.cidrs").join(","),
  ageOf(object, now),
];

export const networkingCells: CellsTable = {
  ingressclasses: ingressClass,
  ingresses: ingress,
  ipaddresses: ipAddress,
  networkpolicies: networkPolicy,
  servicecidrs: serviceCidr,
};

const MAX_SHOWN = 3;

const endpointSlice: MakeCells = (object, now) => {
  const ports = items(object, "ports").map((port) =>
    at(port, "port") === undefined ? optionalText(port, "name", "*") : String(count(port, "port")),
  );
  const addresses = items(object, "endpoints").flatMap((endpoint) => texts(endpoint, "addresses"));
  return [
    nameOf(object),
    text(object, "addressType"),
    someOf(ports, MAX_SHOWN, ports.length - MAX_SHOWN) || "<unset>",
    someOf(addresses, MAX_SHOWN, addresses.length - MAX_SHOWN) || "<unset>",
    ageOf(object, now),
  ];
};

export const discoveryCells: CellsTable = { endpointslices: endpointSlice };
