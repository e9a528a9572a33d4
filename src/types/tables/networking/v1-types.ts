// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { TypedLocalObjectReference } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type HTTPIngressPath = {
  path?: string | undefined;
  pathType?: string | null | undefined;
  backend?: IngressBackend | undefined;
};

export type HTTPIngressRuleValue = {
  paths?: HTTPIngressPath[] | null | undefined;
};

export type IPAddress = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: IPAddressSpec | undefined;
};

export type IPAddressSpec = {
  parentRef?: ParentReference | undefined;
};

export type IPBlock = {
  cidr?: string | undefined;
  except?: string[] | undefined;
};

export type IngressBackend = {
  service?: IngressServiceBackend | undefined;
  resource?: TypedLocalObjectReference | undefined;
};

export type IngressClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: IngressClassSpec | undefined;
};

export type IngressClassParametersReference = {
  apiGroup?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  scope?: string | null | undefined;
  namespace?: string | undefined;
};

export type IngressClassSpec = {
  controller?: string | undefined;
  parameters?: IngressClassParametersReference | undefined;
};

export type IngressLoadBalancerIngress = {
  ip?: string | undefined;
  hostname?: string | undefined;
  ports?: IngressPortStatus[] | undefined;
};

export type IngressLoadBalancerStatus = {
  ingress?: IngressLoadBalancerIngress[] | undefined;
};

export type IngressPortStatus = {
  port?: number | undefined;
  protocol?: string | undefined;
  error?: string | undefined;
};

export type IngressRule = {
  host?: string | undefined;
  http?: HTTPIngressRuleValue | undefined;
};

export type IngressRuleValue = {
  http?: HTTPIngressRuleValue | undefined;
};

export type IngressServiceBackend = {
  name?: string | undefined;
  port?: ServiceBackendPort | undefined;
};

export type IngressSpec = {
  ingressClassName?: string | undefined;
  defaultBackend?: IngressBackend | undefined;
  tls?: IngressTLS[] | undefined;
  rules?: IngressRule[] | undefined;
};

export type IngressStatus = {
  loadBalancer?: IngressLoadBalancerStatus | undefined;
};

export type IngressTLS = {
  hosts?: string[] | undefined;
  secretName?: string | undefined;
};

export type NetworkPolicyEgressRule = {
  ports?: NetworkPolicyPort[] | undefined;
  to?: NetworkPolicyPeer[] | undefined;
};

export type NetworkPolicyIngressRule = {
  ports?: NetworkPolicyPort[] | undefined;
  from?: NetworkPolicyPeer[] | undefined;
};

export type NetworkPolicyPeer = {
  podSelector?: LabelSelector | undefined;
  namespaceSelector?: LabelSelector | undefined;
  ipBlock?: IPBlock | undefined;
};

export type NetworkPolicyPort = {
  protocol?: string | undefined;
  port?: string | number | undefined;
  endPort?: number | undefined;
};

export type NetworkPolicySpec = {
  podSelector?: LabelSelector | undefined;
  ingress?: NetworkPolicyIngressRule[] | undefined;
  egress?: NetworkPolicyEgressRule[] | undefined;
  policyTypes?: string[] | undefined;
};

export type ParentReference = {
  group?: string | undefined;
  resource?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
};

export type ServiceBackendPort = {
  name?: string | undefined;
  number?: number | undefined;
};

export type ServiceCIDRSpec = {
  cidrs?: string[] | undefined;
};
