import type { ResourceGroup } from "../../define/resource-group.ts";
import { horizontalPodAutoscaler } from "./horizontal-pod-autoscaler/definition.ts";

export const autoscaling: ResourceGroup = {
  name: "autoscaling",
  priority: 17_500,
  versionPriority: { v2: 30 },
  resources: [horizontalPodAutoscaler],
};
