import type { ObjectMeta } from "../../../../api/meta.ts";

type Opt<T> = T | undefined;

export interface Service {
  metadata: ObjectMeta;
  spec: ServiceSpec;
  status?: Opt<{ loadBalancer?: Opt<LoadBalancerStatus> }>;
}

export interface ServiceSpec {
  type?: Opt<string>;
  ports?: Opt<ServicePort[]>;
  selector?: Opt<Record<string, string>>;
  clusterIP?: Opt<string>;
  clusterIPs?: Opt<string[]>;
  ipFamilies?: Opt<string[]>;
  ipFamilyPolicy?: Opt<string>;
  externalIPs?: Opt<string[]>;
  externalName?: Opt<string>;
  sessionAffinity?: Opt<string>;
  sessionAffinityConfig?: Opt<{ clientIP?: Opt<{ timeoutSeconds?: Opt<number> }> }>;
  loadBalancerIP?: Opt<string>;
  loadBalancerClass?: Opt<string>;
  loadBalancerSourceRanges?: Opt<string[]>;
  allocateLoadBalancerNodePorts?: Opt<boolean>;
  externalTrafficPolicy?: Opt<string>;
  internalTrafficPolicy?: Opt<string>;
  healthCheckNodePort?: Opt<number>;
  trafficDistribution?: Opt<string>;
}

export interface ServicePort {
  name?: Opt<string>;
  port?: Opt<number>;
  protocol?: Opt<string>;
  targetPort?: Opt<number | string>;
  nodePort?: Opt<number>;
  appProtocol?: Opt<string>;
}

/** Also the status of an ingress, whose addresses know no mode. */
export interface LoadBalancerStatus {
  ingress?: Opt<{ ip?: Opt<string>; ipMode?: Opt<string>; hostname?: Opt<string> }[]>;
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
