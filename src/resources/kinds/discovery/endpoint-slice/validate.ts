import type { KubeObject } from "../../../../api/meta.ts";
import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { canonicalIpProblems, ipWarning, isIPv4, parseIp } from "../../../../go/ip-address.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type {
  Endpoint,
  EndpointPort,
  EndpointSlice,
  ForNode as Hint,
} from "../../../../types/tables/discovery/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { checkEndpointIp } from "../../shared/values/endpoint-ip.ts";
import { legacyIpProblems } from "../../shared/values/legacy-address.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

const MAX_ENDPOINTS = 1000;

const MAX_ADDRESSES = 100;

const MAX_PORTS = 20000;

const MAX_HINTS = 8;

/** Checks an EndpointSlice; `old` on update: endpoints that have not changed may be invalid. */
export function checkSlice(slice: EndpointSlice, old: EndpointSlice | undefined, at: FieldReport): void {
  const { addressType = "" } = slice;
  at.declared.requireSupported("addressType", addressType, ["FQDN", "IPv4", "IPv6"]);
  checkPorts(slice.ports ?? [], at.child("ports"));
  const before = at.errors.length;
  checkEndpoints(slice.endpoints ?? [], addressType, at.child("endpoints"));
  const unchanged = at.errors.length > before && old !== undefined && sameEndpoints(slice, old);
  if (unchanged) at.errors.length = before;
  if (old !== undefined)
    checkImmutable(
      addressType,
      old.addressType ?? "",
      at.declared.child("addressType"),
      () => new NamedText(addressType),
    );
}

const sameEndpoints = (a: EndpointSlice, b: EndpointSlice): boolean => deepEqual(a.endpoints, b.endpoints);

function checkEndpoints(endpoints: readonly Endpoint[], addressType: string, at: FieldReport): void {
  if (endpoints.length > MAX_ENDPOINTS) at.tooMany(endpoints.length, MAX_ENDPOINTS);
  else {
    at.each(endpoints, (endpoint, here) => checkEndpoint(endpoint, addressType, here));
  }
}

function checkEndpoint(endpoint: Endpoint, addressType: string, at: FieldReport): void {
  const addresses = endpoint.addresses ?? [];
  const path = at.child("addresses");
  at.declared.require("addresses", addresses, "must contain at least 1 address");
  if (addresses.length > MAX_ADDRESSES) path.declared.tooMany(addresses.length, MAX_ADDRESSES);
  path.each(addresses, (address, here) => checkAddress(address, addressType, path, here));
  if (endpoint.nodeName !== undefined) at.check("nodeName", endpoint.nodeName, dns1123SubdomainProblems);
  if (endpoint.hostname !== undefined) at.check("hostname", endpoint.hostname, dns1123LabelProblems);
  if (endpoint.hints !== undefined) checkHints(endpoint.hints, at.child("hints"));
}

function checkAddress(address: string, type: string, list: FieldReport, at: FieldReport): void {
  if (type === "FQDN") checkDomain(address, at);
  if (type !== "IPv4" && type !== "IPv6") return;
  const problems = type === "IPv4" ? legacyIpProblems(address, at) : canonicalIpProblems(address);
  const ip = parseIp(address);
  at.problems(address, problems);
  if (problems.length > 0 || ip === undefined) return;
  if (isIPv4(ip) !== (type === "IPv4")) list.invalid(address, `must be an ${type} address`);
  checkEndpointIp(address, at);
}

function checkDomain(text: string, at: FieldReport): void {
  const name = text.replace(/\.$/, "");
  const problems = dns1123SubdomainProblems(name);
  const labels = name.split(".");
  const bad = labels.find((label) => dns1123LabelProblems(label).length > 0);
  if (text === "") at.required();
  else if (problems.length > 0) at.invalid(name, problems.join(","));
  else if (labels.length < 2)
    at.invalid(name, "should be a domain with at least two segments separated by dots");
  else if (bad !== undefined) at.invalid(bad, dns1123LabelProblems(bad).join(","));
}

function checkHints(hints: NonNullable<Endpoint["hints"]>, at: FieldReport): void {
  const { forZones = [], forNodes = [] } = hints;
  if (forZones.length > MAX_HINTS) {
    at.child("forZones").tooMany(forZones.length, MAX_HINTS);
    return;
  }
  checkDistinct(forZones, labelValueProblems, at.child("forZones"));
  if (forNodes.length > MAX_HINTS) at.child("forNodes").tooMany(forNodes.length, MAX_HINTS);
  else checkDistinct(forNodes, dns1123SubdomainProblems, at.child("forNodes"));
}

function checkDistinct(
  hints: readonly Hint[],
  problems: (text: string) => readonly string[],
  at: FieldReport,
): void {
  const seen = new Set<string>();
  at.each(hints, ({ name = "" }, here) => {
    here.child("name").distinct(name, seen);
    here.check("name", name, problems);
  });
}

function checkPorts(ports: readonly EndpointPort[], at: FieldReport): void {
  if (ports.length > MAX_PORTS) {
    at.tooMany(ports.length, MAX_PORTS);
    return;
  }
  const seen = new Set<string>();
  at.each(ports, ({ name = "", protocol, appProtocol }, path) => {
    path.checkIfSet("name", name, dns1123LabelProblems);
    if (seen.has(name)) path.child("name").duplicate(new NamedText(name));
    seen.add(name);
    if (protocol === undefined) path.child("protocol").required();
    path.supports("protocol", protocol, ["SCTP", "TCP", "UDP"]);
    if (appProtocol !== undefined) path.check("appProtocol", appProtocol, qualifiedNameProblems);
  });
}

/**
 * Increases the generation if anything but metadata has changed, or if labels have changed, because services
 * find their slices by labels.
 */
export function countChanges(object: KubeObject, old: KubeObject): void {
  const same =
    ["addressType", "endpoints", "ports"].every((field) => deepEqual(object[field], old[field])) &&
    deepEqual(object.metadata.labels, old.metadata.labels);
  if (!same) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** Drops deprecatedTopology, which only clients of v1beta1 could write, unless the endpoints have not changed. */
export function dropTopology(object: KubeObject, old?: KubeObject): void {
  if (old !== undefined && deepEqual(object.endpoints, old.endpoints)) return;
  const endpoints = view<{ endpoints?: { deprecatedTopology?: unknown }[] | null }>(object).endpoints ?? [];
  for (const endpoint of endpoints) delete endpoint.deprecatedTopology;
}

const CONTROLLERS: ReadonlySet<string> = new Set([
  "endpointslice-controller.k8s.io",
  "endpointslicemirroring-controller.k8s.io",
]);

/** Warnings about addresses that are not in normal form, except in slices of Kubernetes' own controllers. */
export function addressWarnings(object: KubeObject): string[] {
  if (CONTROLLERS.has(object.metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "")) return [];
  return (view<EndpointSlice>(object).endpoints ?? []).flatMap(({ addresses }, i) =>
    (addresses ?? []).flatMap((address, j) => {
      const warning = ipWarning(`endpoints[${i}].addresses[${j}]`, address);
      return warning === undefined ? [] : [warning];
    }),
  );
}

/** Warning about the deprecated address type FQDN. */
export const domainWarnings = (object: KubeObject): string[] =>
  object.addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [];
