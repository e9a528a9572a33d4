import type { ResourceGroup } from "../../define/resource-group.ts";
import { deviceClass } from "./device-class/definition.ts";
import { deviceTaintRule } from "./device-taint-rule/definition.ts";
import { resourceClaim } from "./resource-claim/definition.ts";
import { resourceClaimTemplate } from "./resource-claim-template/definition.ts";
import { resourceSlice } from "./resource-slice/definition.ts";

export const resource: ResourceGroup = {
  name: "resource.k8s.io",
  priority: 16_200,
  versionPriority: { v1: 21, v1beta1: 9 },
  resources: [deviceClass, deviceTaintRule, resourceClaim, resourceClaimTemplate, resourceSlice],
};
