import type { ObjectMeta } from "../../../../api/meta.ts";
import type { Opt } from "../../../../types/opt.ts";
import type { LoadBalancerStatus, ServiceSpec } from "../../../../types/tables/core/v1-types.ts";

/** The fields that are checked. */
export interface Service {
  metadata: ObjectMeta;
  spec: ServiceSpec;
  status?: Opt<{ loadBalancer?: Opt<LoadBalancerStatus> }>;
}

/** True for a service without an address of its own: its name resolves to the pods. */
export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === "None";

/** True for Services that are an alias in DNS. */
export const isExternalName = ({ type }: ServiceSpec): boolean => type === "ExternalName";

/** True for Services of type LoadBalancer. */
export const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === "LoadBalancer";

/** True for a service for which nodes open ports. */
export const usesNodePorts = ({ type }: ServiceSpec): boolean =>
  type === "NodePort" || type === "LoadBalancer";

/** True for a service with an address that is reachable from outside the cluster. */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  usesNodePorts(spec) || (spec.type === "ClusterIP" && (spec.externalIPs ?? []).length > 0);

/** True if a load balancer must check which nodes have an endpoint. */
export const needsHealthCheck = (spec: ServiceSpec): boolean =>
  isLoadBalancer(spec) && spec.externalTrafficPolicy === "Local";
