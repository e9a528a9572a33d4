/** The types of networking/v1; the notation is explained in `notation.ts`. */
export const networkingV1 = `
HTTPIngressPath path=1:s pathType=3:s:PathType?! backend=2:IngressBackend!
HTTPIngressRuleValue paths=1:*HTTPIngressPath!
IPAddress ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:IPAddressSpec!
IPAddressList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*IPAddress!
IPAddressSpec parentRef=1:ParentReference?
IPBlock cidr=1:s! except=2:*s
Ingress ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:IngressSpec!
  status=3:IngressStatus!
IngressBackend service=4:IngressServiceBackend? resource=3:core/v1.TypedLocalObjectReference?
IngressClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:IngressClassSpec!
IngressClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*IngressClass!
IngressClassParametersReference apiGroup=1:s? kind=2:s! name=3:s! scope=4:s?! namespace=5:s?
IngressClassSpec controller=1:s parameters=2:IngressClassParametersReference?
IngressList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Ingress!
IngressLoadBalancerIngress ip=1:s hostname=2:s ports=4:*IngressPortStatus
IngressLoadBalancerStatus ingress=1:*IngressLoadBalancerIngress
IngressPortStatus port=1:i! protocol=2:s:Protocol! error=3:s?
IngressRule host=1:s ^IngressRuleValue=2:IngressRuleValue
IngressRuleValue http=1:HTTPIngressRuleValue?
IngressServiceBackend name=1:s! port=2:ServiceBackendPort!
IngressSpec ingressClassName=4:s? defaultBackend=1:IngressBackend? tls=2:*IngressTLS rules=3:*IngressRule
IngressStatus loadBalancer=1:IngressLoadBalancerStatus!
IngressTLS hosts=1:*s secretName=2:s
NetworkPolicy ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:NetworkPolicySpec!
NetworkPolicyEgressRule ports=1:*NetworkPolicyPort to=2:*NetworkPolicyPeer
NetworkPolicyIngressRule ports=1:*NetworkPolicyPort from=2:*NetworkPolicyPeer
NetworkPolicyList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*NetworkPolicy!
NetworkPolicyPeer podSelector=1:meta/v1.LabelSelector? namespaceSelector=2:meta/v1.LabelSelector?
  ipBlock=3:IPBlock?
NetworkPolicyPort protocol=1:s:Protocol? port=2:I? endPort=3:i?
NetworkPolicySpec podSelector=1:meta/v1.LabelSelector! ingress=2:*NetworkPolicyIngressRule
  egress=3:*NetworkPolicyEgressRule policyTypes=4:*s:PolicyType
ParentReference group=1:s resource=2:s namespace=3:s name=4:s
ServiceBackendPort ~atomic name=1:s number=2:i
ServiceCIDR ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ServiceCIDRSpec!
  status=3:ServiceCIDRStatus!
ServiceCIDRList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ServiceCIDR!
ServiceCIDRSpec cidrs=1:*s
ServiceCIDRStatus conditions=1:*meta/v1.Condition~map=type:""~merge=type
`;
