import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import { type ChangeCheck, FieldReport, type RuleSettings } from "../../../../api/validation/field-report.ts";
import { cidrWarnings, ipWarning } from "../../../../go/ip-address.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { statusCleaner, view } from "../../../define/strategy.ts";
import { checkClusterIpsUpdate } from "./addresses.ts";
import {
  checkLoadBalancerStatus,
  checkLoadBalancerUpdate,
  checkService,
  TOPOLOGY_HINTS,
  TOPOLOGY_MODE,
} from "./check-service.ts";
import { isExternalName, type Service } from "./service-types.ts";

/** Checks a new or changed Service (ValidateService, ValidateServiceUpdate). */
export const checkServiceChange: ChangeCheck<Service> = (service, old, at) => {
  const [annotations, spec] = [at.child("metadata").child("annotations"), at.child("spec")];
  if (old !== undefined) {
    checkClusterIpsUpdate(service.spec, old.spec, spec);
    checkLoadBalancerUpdate(service.spec, old.spec, spec);
  }
  checkService(service, old, { annotations, spec });
};

/** Errors of the subresource `status` (ValidateServiceStatusUpdate). */
export function validateStatus(
  object: KubeObject,
  oldObject: KubeObject,
  settings: RuleSettings,
): FieldError[] {
  const [service, old] = [view<Service>(object), view<Service>(oldObject)];
  const at = new FieldReport("status", undefined, settings).child("loadBalancer");
  checkLoadBalancerStatus(service.status?.loadBalancer, old.status?.loadBalancer, service.spec, at);
  return at.errors;
}

const listed = (warning: string | undefined): string[] => (warning === undefined ? [] : [warning]);

const ipWarnings = (path: string, ips: readonly string[] = []): string[] =>
  ips.flatMap((ip, i) => listed(ipWarning(`${path}[${i}]`, ip)));

/** Warnings about deprecated annotations and fields without effect (GetWarningsForService). */
export function warnings(object: KubeObject): string[] {
  const { metadata, spec } = view<Service>(object);
  const { clusterIP = "", externalIPs = [], externalName = "", loadBalancerIP = "" } = spec;
  const headless = spec.type === "ClusterIP" && clusterIP === "None";
  const out: string[] = [];
  if (metadata.annotations?.[TOPOLOGY_HINTS] !== undefined)
    out.push(`annotation ${TOPOLOGY_HINTS} is deprecated, please use ${TOPOLOGY_MODE} instead`);
  if (clusterIP !== "" && clusterIP !== "None") out.push(...ipWarnings("spec.clusterIPs", spec.clusterIPs));
  if (headless) {
    if (loadBalancerIP !== "") out.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIPs.length > 0) out.push("spec.externalIPs is ignored for headless services");
    if (spec.sessionAffinity !== "None") out.push("spec.SessionAffinity is ignored for headless services");
  }
  out.push(...ipWarnings("spec.externalIPs", externalIPs));
  if (externalIPs.length > 0 && !headless && !isExternalName(spec))
    out.push("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  if (loadBalancerIP !== "") out.push(...listed(ipWarning("spec.loadBalancerIP", loadBalancerIP)));
  for (const [i, range] of (spec.loadBalancerSourceRanges ?? []).entries())
    out.push(...cidrWarnings(`spec.loadBalancerSourceRanges[${i}]`, range));
  if (isExternalName(spec) && externalIPs.length > 0)
    out.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  if (!isExternalName(spec) && externalName !== "")
    out.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  if (spec.trafficDistribution === "PreferClose")
    out.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  return out;
}

/** Warnings about addresses that are not in normal form. */
export function statusWarnings(object: KubeObject): string[] {
  return (view<Service>(object).status?.loadBalancer?.ingress ?? []).flatMap(({ ip = "" }, i) =>
    ip === "" ? [] : listed(ipWarning(`status.loadBalancer.ingress[${i}]`, ip)),
  );
}

export const clearStatus = statusCleaner("core/v1.Service");

/**
 * Returns a Service as clients read it (registry/core/service/storage/storage.go, defaultOnReadService).
 * Services of type ExternalName have no traffic of their own, so reads never return an internal traffic
 * policy, even if a client has written one. If such a Service has kept an address, the list contains it.
 */
export function asRead(object: KubeObject): KubeObject {
  const spec = view<Service>(object).spec ?? {};
  if (spec.type !== "ExternalName") return object;
  const { internalTrafficPolicy, ...others } = spec;
  const { clusterIP = "", clusterIPs = [] } = spec;
  const listed = clusterIP !== "" && clusterIPs.length === 0;
  if (internalTrafficPolicy === undefined && !listed) return object;
  return { ...object, spec: { ...others, ...(listed ? { clusterIPs: [clusterIP] } : {}) } as JsonObject };
}
