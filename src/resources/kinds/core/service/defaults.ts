import type { JsonObject } from "../../../../api/json.ts";
import { type ApplyDefaults, each, ensure, part, unset, zero } from "../../../define/fill.ts";

/** Services; addresses, ports and address families are given out by the strategy. */
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
  if (config?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
}

function fillPort(port: JsonObject): void {
  zero(port, "protocol", "TCP");
  zero(port, "targetPort", port.port ?? 0);
}

/** Who can be reached from outside says how; who has an address inside says so, too. */
function fillTrafficPolicies(spec: JsonObject): void {
  const outside = spec.type === "NodePort" || spec.type === "LoadBalancer";
  const inside = spec.type === "ClusterIP";
  const external = inside && Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0;
  if (outside || external) zero(spec, "externalTrafficPolicy", "Cluster");
  if (outside || inside) unset(spec, "internalTrafficPolicy", "Cluster");
}
