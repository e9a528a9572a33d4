import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, each, ensure, part, unset, zero } from "../../../define/fill.ts";

/** Fills in the defaults of services. The strategy allocates addresses, ports and address families. */
export const fillService: ApplyDefaults = (service) => {
  const spec = ensure(service, "spec");
  fillAffinity(spec);
  zero(spec, "type", "ClusterIP");
  each(spec, "ports", fillPort);
  fillTrafficPolicies(spec);
  if (spec.type !== "LoadBalancer") return;
  unset(spec, "allocateLoadBalancerNodePorts", true);
  each(part(part(service, "status"), "loadBalancer"), "ingress", (ingress) => {
    if (ingress.ip !== undefined) unset(ingress, "ipMode", "VIP");
  });
};

const AFFINITY_SECONDS = 10_800;

function fillAffinity(spec: JsonObject): void {
  zero(spec, "sessionAffinity", "None");
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== "ClientIP") return;
  const config = part(part(spec, "sessionAffinityConfig"), "clientIP");
  if (config?.timeoutSeconds === undefined)
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}

function fillPort(port: JsonObject): void {
  zero(port, "protocol", "TCP");
  zero(port, "targetPort", port.port ?? 0);
}

/**
 * Fills in the external traffic policy of services that are reachable from outside, and the internal policy
 * of services with an address in the cluster.
 */
function fillTrafficPolicies(spec: JsonObject): void {
  const outside = spec.type === "NodePort" || spec.type === "LoadBalancer";
  const inside = spec.type === "ClusterIP";
  const external = inside && Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0;
  if (outside || external) zero(spec, "externalTrafficPolicy", "Cluster");
  if (outside || inside) unset(spec, "internalTrafficPolicy", "Cluster");
}
