import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group networking.k8s.io, by plural; names, types and descriptions are what clients see. */
export const networkingColumns: ColumnTable = {
  ingressclasses: [
    NAME,
    column("Controller", "Controller that is responsible for handling this class"),
    column("Parameters", "A reference to a resource with additional parameters"),
    AGE,
  ],
  ingresses: [
    NAME,
    column("Class", "The name of the IngressClass resource that should be used for additional configuration"),
    column("Hosts", "Hosts that incoming requests are matched against before the ingress rule"),
    column("Address", "Address is a list containing ingress points for the load-balancer"),
    column("Ports", "Ports of TLS configurations that open"),
    AGE,
  ],
  ipaddresses: [
    NAME,
    column(
      "ParentRef",
      "ParentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.",
    ),
  ],
  networkpolicies: [
    NAME,
    column(
      "Pod-Selector",
      "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.",
    ),
    AGE,
  ],
  servicecidrs: [
    NAME,
    column(
      "CIDRs",
      'CIDRs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.',
    ),
    AGE,
  ],
};
