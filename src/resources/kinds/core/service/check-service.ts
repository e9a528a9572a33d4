import { NamedText } from "../../../../api/validation/field-error.ts";
import type { ChangeCheck, Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabels } from "../../../../api/validation/labels.ts";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  portNumberProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { parseIp } from "../../../../go/ip-address.ts";
import { trimSpace } from "../../../../go/space.ts";
import type { LoadBalancerStatus, ServicePort, ServiceSpec } from "../../../../types/tables/core/v1-types.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import { checkPort } from "../../shared/pod-template/containers/probes.ts";
import { checkEndpointIp } from "../../shared/values/endpoint-ip.ts";
import { legacyCidrProblems, legacyIpProblems } from "../../shared/values/legacy-address.ts";
import { checkClusterIps } from "./addresses.ts";
import {
  isExternallyAccessible,
  isExternalName,
  isHeadless,
  isLoadBalancer,
  needsHealthCheck,
  type Service,
} from "./service-types.ts";

export const TOPOLOGY_HINTS = "service.kubernetes.io/topology-aware-hints";

export const TOPOLOGY_MODE = "service.kubernetes.io/topology-mode";

const SOURCE_RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";

const MAX_AFFINITY_SECONDS = 86400;

const LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'";

/** Paths for the errors of a service. */
export interface ServicePaths {
  readonly annotations: FieldReport;
  readonly spec: FieldReport;
}

/** Checks a service, new or changed. */
export function checkService(service: Service, old: Service | undefined, at: ServicePaths): void {
  const { spec, metadata } = service;
  const annotations = metadata.annotations ?? {};
  const [hints, mode] = [annotations[TOPOLOGY_HINTS], annotations[TOPOLOGY_MODE]];
  if (mode !== undefined && hints !== undefined && mode !== hints) {
    at.annotations
      .key(TOPOLOGY_MODE)
      .invalid(mode, `must match annotations[${TOPOLOGY_HINTS}] when both are specified`);
  }
  if (!isHeadless(spec) && !isExternalName(spec)) at.spec.require("ports", spec.ports ?? []);
  checkByType(spec, at.spec);
  checkPorts(spec, at.spec);
  if (spec.selector !== undefined) checkLabels(spec.selector, at.spec.child("selector"));
  checkAffinity(spec, at.spec);
  checkClusterIps(spec, old?.spec, at.spec);
  checkExternalIps(spec, old?.spec, at.spec.child("externalIPs"));
  at.spec.requireSupported("type", spec.type, ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]);
  checkNodePorts(spec, at.spec);
  checkSourceRanges(service, old, at);
  checkLoadBalancerFields(spec, at.spec);
  checkTrafficPolicies(spec, at.spec);
}

function checkByType(spec: ServiceSpec, at: FieldReport): void {
  if (isExternalName(spec)) checkExternalName(spec, at);
  else if (isHeadless(spec) && (spec.type === "LoadBalancer" || spec.type === "NodePort")) {
    at.child("clusterIPs").index(0).invalid("None", `may not be set to 'None' for ${spec.type} services`);
  }
}

function checkExternalName(spec: ServiceSpec, at: FieldReport): void {
  const forbidden = "may not be set for ExternalName services";
  if ((spec.clusterIPs ?? []).length > 0) at.child("clusterIPs").forbidden(forbidden);
  if ((spec.ipFamilies ?? []).length > 0) at.child("ipFamilies").forbidden(forbidden);
  if (spec.ipFamilyPolicy !== undefined) at.child("ipFamilyPolicy").forbidden(forbidden);
  at.requireFormat("externalName", (spec.externalName ?? "").replace(/\.$/, ""), dns1123SubdomainProblems);
}

const PROTOCOLS = ["SCTP", "TCP", "UDP"];

function checkPorts({ ports = [] }: ServiceSpec, at: FieldReport): void {
  const names = new Set<string>();
  at.eachOf("ports", ports, (port, here) => checkServicePort(port, ports.length > 1, names, here));
}

function checkServicePort(
  port: ServicePort,
  mustBeNamed: boolean,
  names: Set<string>,
  at: FieldReport,
): void {
  const { name = "", port: number = 0, protocol, targetPort = 0, appProtocol } = port;
  if (name !== "") {
    at.check("name", name, dns1123LabelProblems);
    at.child("name").distinct(name, names);
  } else if (mustBeNamed) at.child("name").required();
  at.child("port").problems(number, portNumberProblems(number));
  at.requireSupported("protocol", protocol, PROTOCOLS);
  checkPort(targetPort, at.child("targetPort"));
  if (appProtocol !== undefined) at.check("appProtocol", appProtocol, qualifiedNameProblems);
}

const checkAffinity: Check<ServiceSpec> = ({ sessionAffinity, sessionAffinityConfig: config }, at) => {
  at.requireSupported("sessionAffinity", sessionAffinity, ["ClientIP", "None"]);
  const path = at.child("sessionAffinityConfig");
  if (sessionAffinity === "None" && config !== undefined)
    path.forbidden("must not be set when session affinity is None");
  if (sessionAffinity !== "ClientIP") return;
  const required = "when session affinity type is ClientIP";
  const seconds = config?.clientIP?.timeoutSeconds;
  if (config === undefined) path.required(required);
  else if (config.clientIP === undefined) path.child("clientIP").required(required);
  else if (seconds === undefined) path.child("clientIP.timeoutSeconds").required(required);
  else if (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS) {
    const says = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    path.child("clientIP.timeoutSeconds").invalid(seconds, says);
  }
};

const checkExternalIps: ChangeCheck<ServiceSpec> = ({ externalIPs = [] }, old, at) => {
  const known = new Set(old?.externalIPs);
  at.each(externalIPs, (ip, path) => {
    const problems = known.has(ip) ? [] : legacyIpProblems(ip, path);
    if (problems.length > 0) path.problems(ip, problems);
    else checkEndpointIp(ip, path);
  });
};

/**
 * Checks that only types with node ports have them, that each node port occurs once, and that each port of
 * the service occurs once.
 */
function checkNodePorts({ type, ports = [] }: ServiceSpec, at: FieldReport): void {
  const list = at.child("ports");
  const nodePorts = new Set<string>();
  const ownPorts = new Set<string>();
  if (type === "ClusterIP") {
    ports.forEach(({ nodePort = 0 }, i) => {
      if (nodePort !== 0)
        list.index(i).child("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
    });
  }
  ports.forEach(({ protocol = "", nodePort = 0 }, i) => {
    const key = `${protocol}/${nodePort}`;
    if (nodePort !== 0 && nodePorts.has(key)) list.index(i).child("nodePort").duplicate(nodePort);
    nodePorts.add(key);
  });
  ports.forEach(({ protocol = "", port = 0 }, i) => {
    const key = `${protocol}/${port}`;
    if (ownPorts.has(key))
      list.index(i).duplicate(coreForm("ServicePort", { protocol, port, targetPort: 0 }));
    ownPorts.add(key);
  });
}

/** Checks the address ranges of clients, in the field or in the old annotation. */
function checkSourceRanges({ spec, metadata }: Service, old: Service | undefined, at: ServicePaths): void {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  if (ranges.length > 0) {
    const path = at.spec.child("LoadBalancerSourceRanges");
    if (!isLoadBalancer(spec)) path.forbidden(LOAD_BALANCER_ONLY);
    const known = new Set((old?.spec.loadBalancerSourceRanges ?? []).map((range) => trimSpace(range)));
    path.each(ranges, (range, here) => checkRange(trimSpace(range), known, here));
    return;
  }
  const text = metadata.annotations?.[SOURCE_RANGES];
  if (text === undefined) return;
  const path = at.annotations.key(SOURCE_RANGES);
  if (!isLoadBalancer(spec)) path.forbidden(LOAD_BALANCER_ONLY);
  if (old?.metadata.annotations?.[SOURCE_RANGES] === text || trimSpace(text) === "") return;
  for (const range of text.split(",")) checkRange(trimSpace(range), new Set(), path);
}

function checkRange(range: string, known: ReadonlySet<string>, at: FieldReport): void {
  if (!known.has(range)) at.problems(range, legacyCidrProblems(range, at));
}

function checkLoadBalancerFields(spec: ServiceSpec, at: FieldReport): void {
  const { allocateLoadBalancerNodePorts: allocates } = spec;
  if (allocates !== undefined && !isLoadBalancer(spec))
    at.child("allocateLoadBalancerNodePorts").forbidden(LOAD_BALANCER_ONLY);
  if (allocates === undefined && isLoadBalancer(spec)) {
    at.errors.push({
      reason: "FieldValueRequired",
      field: "allocateLoadBalancerNodePorts",
      message: "Required value",
    });
  }
  checkLoadBalancerClass(spec, at);
}

function checkLoadBalancerClass(spec: ServiceSpec, at: FieldReport): void {
  if (spec.loadBalancerClass === undefined) return;
  if (isLoadBalancer(spec)) at.check("loadBalancerClass", spec.loadBalancerClass, qualifiedNameProblems);
  else at.child("loadBalancerClass").forbidden(LOAD_BALANCER_ONLY);
}

/** Checks fields that cannot change while a service is a load balancer. `at` is the path of the spec. */
export function checkLoadBalancerUpdate(spec: ServiceSpec, old: ServiceSpec, at: FieldReport): void {
  if (isLoadBalancer(spec) && isLoadBalancer(old) && spec.loadBalancerClass !== old.loadBalancerClass) {
    at.child("loadBalancerClass").invalid(
      spec.loadBalancerClass === undefined ? undefined : new NamedText(spec.loadBalancerClass),
      "may not change once set",
    );
  }
  checkLoadBalancerClass(spec, at);
  if (!needsHealthCheck(old) || !needsHealthCheck(spec)) return;
  if ((spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0))
    at.child("healthCheckNodePort").forbidden("field is immutable");
}

const POLICIES = ["Cluster", "Local"];

function checkTrafficPolicies(spec: ServiceSpec, at: FieldReport): void {
  const {
    externalTrafficPolicy: external = "",
    healthCheckNodePort: port = 0,
    internalTrafficPolicy,
    type,
  } = spec;
  if (isExternallyAccessible(spec)) at.requireSupported("externalTrafficPolicy", external, POLICIES);
  else if (external !== "") {
    at.child("externalTrafficPolicy").invalid(
      new NamedText(external),
      "may only be set for externally-accessible services",
    );
  }
  const path = at.child("healthCheckNodePort");
  if (needsHealthCheck(spec)) {
    if (port === 0) path.required();
    else path.problems(port, portNumberProblems(port));
  } else if (port !== 0) {
    path.invalid(
      port,
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    );
  }
  if (internalTrafficPolicy !== undefined)
    at.supports("internalTrafficPolicy", internalTrafficPolicy, POLICIES);
  else if (["ClusterIP", "NodePort", "LoadBalancer"].includes(type ?? ""))
    at.child("internalTrafficPolicy").required();
  at.supportsText("trafficDistribution", spec.trafficDistribution, [
    "PreferClose",
    "PreferSameZone",
    "PreferSameNode",
  ]);
}

/**
 * Checks the addresses that a load balancer reports, of services and ingresses. `at` is the path of its
 * status.
 */
export function checkLoadBalancerStatus(
  status: LoadBalancerStatus | undefined,
  old: LoadBalancerStatus | undefined,
  spec: ServiceSpec,
  at: FieldReport,
): void {
  const ingress = status?.ingress ?? [];
  const list = at.child("ingress");
  if (!isLoadBalancer(spec) && ingress.length > 0) {
    list.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
    return;
  }
  const known = new Set((old?.ingress ?? []).map(({ ip }) => ip));
  list.each(ingress, ({ ip = "", ipMode, hostname = "" }, path) => {
    if (ip !== "" && !known.has(ip)) path.child("ip").problems(ip, legacyIpProblems(ip, path));
    if (ipMode === undefined) {
      if (ip !== "") path.child("ipMode").required("must be specified when `ip` is set");
    } else if (ip === "") path.child("ipMode").forbidden("may not be specified when `ip` is not set");
    else path.supports("ipMode", ipMode, ["Proxy", "VIP"]);
    path.checkIfSet("hostname", hostname, dns1123SubdomainProblems);
    if (parseIp(hostname) !== undefined)
      path.child("hostname").invalid(hostname, "must be a DNS name, not an IP address");
  });
}
