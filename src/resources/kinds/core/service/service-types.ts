import type { ObjectMeta } from "../../../../api/meta.ts";
import type { LoadBalancerStatus, ServiceSpec } from "../fields/v1-types.ts";

type Opt<T> = T | undefined;

export interface Service {
  metadata: ObjectMeta;
  spec: ServiceSpec;
  status?: Opt<{ loadBalancer?: Opt<LoadBalancerStatus> }>;
}

/** Has no address of its own: names lead to the pods. */
export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === "None";

export const isExternalName = ({ type }: ServiceSpec): boolean => type === "ExternalName";

export const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === "LoadBalancer";

/** Nodes listen for it. */
export const usesNodePorts = ({ type }: ServiceSpec): boolean =>
  type === "NodePort" || type === "LoadBalancer";

/** Can be reached from outside the cluster by an address. */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  usesNodePorts(spec) || (spec.type === "ClusterIP" && (spec.externalIPs ?? []).length > 0);

/** A load balancer must ask nodes whether they have an endpoint. */
export const needsHealthCheck = (spec: ServiceSpec): boolean =>
  isLoadBalancer(spec) && spec.externalTrafficPolicy === "Local";
