import type { ResourceGroup } from "../../define/resource-group.ts";
import { ingress } from "./ingress/definition.ts";
import { ingressClass } from "./ingress-class/definition.ts";
import { ipAddress } from "./ip-address/definition.ts";
import { networkPolicy } from "./network-policy/definition.ts";
import { serviceCidr } from "./service-cidr/definition.ts";

export const networking: ResourceGroup = {
  name: "networking.k8s.io",
  priority: 17_200,
  versionPriority: { v1beta1: 9 },
  resources: [ingressClass, ingress, ipAddress, networkPolicy, serviceCidr],
};
