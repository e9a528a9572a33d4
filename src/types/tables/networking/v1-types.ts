// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { TypedLocalObjectReference } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type HTTPIngressPath = Optional<{ path: string; pathType: string | null; backend: IngressBackend }>;
export type HTTPIngressRuleValue = Optional<{ paths: HTTPIngressPath[] | null }>;

export type IPAddress = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: IPAddressSpec | undefined;
};

export type IPAddressSpec = Optional<{ parentRef: ParentReference }>;
export type IPBlock = Optional<{ cidr: string; except: string[] }>;

export type IngressBackend = Optional<{
  service: IngressServiceBackend;
  resource: TypedLocalObjectReference;
}>;

export type IngressClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: IngressClassSpec | undefined;
};

export type IngressClassParametersReference = Optional<{
  apiGroup: string;
  kind: string;
  name: string;
  scope: string | null;
  namespace: string;
}>;

export type IngressClassSpec = Optional<{ controller: string; parameters: IngressClassParametersReference }>;

export type IngressLoadBalancerIngress = Optional<{
  ip: string;
  hostname: string;
  ports: IngressPortStatus[];
}>;

export type IngressLoadBalancerStatus = Optional<{ ingress: IngressLoadBalancerIngress[] }>;
export type IngressPortStatus = Optional<{ port: number; protocol: string; error: string }>;
export type IngressRule = Optional<{ host: string; http: HTTPIngressRuleValue }>;
export type IngressRuleValue = Optional<{ http: HTTPIngressRuleValue }>;
export type IngressServiceBackend = Optional<{ name: string; port: ServiceBackendPort }>;

export type IngressSpec = Optional<{
  ingressClassName: string;
  defaultBackend: IngressBackend;
  tls: IngressTLS[];
  rules: IngressRule[];
}>;

export type IngressStatus = Optional<{ loadBalancer: IngressLoadBalancerStatus }>;
export type IngressTLS = Optional<{ hosts: string[]; secretName: string }>;
export type NetworkPolicyEgressRule = Optional<{ ports: NetworkPolicyPort[]; to: NetworkPolicyPeer[] }>;
export type NetworkPolicyIngressRule = Optional<{ ports: NetworkPolicyPort[]; from: NetworkPolicyPeer[] }>;

export type NetworkPolicyPeer = Optional<{
  podSelector: LabelSelector;
  namespaceSelector: LabelSelector;
  ipBlock: IPBlock;
}>;

export type NetworkPolicyPort = Optional<{ protocol: string; port: string | number; endPort: number }>;

export type NetworkPolicySpec = Optional<{
  podSelector: LabelSelector;
  ingress: NetworkPolicyIngressRule[];
  egress: NetworkPolicyEgressRule[];
  policyTypes: string[];
}>;

export type ParentReference = Optional<{ group: string; resource: string; namespace: string; name: string }>;
export type ServiceBackendPort = Optional<{ name: string; number: number }>;
export type ServiceCIDRSpec = Optional<{ cidrs: string[] }>;
