import type { ResourceGroup } from "../../define/resource-group.ts";
import { priorityClass } from "./priority-class/definition.ts";

export const scheduling: ResourceGroup = {
  name: "scheduling.k8s.io",
  priority: 16_600,
  resources: [priorityClass],
};
