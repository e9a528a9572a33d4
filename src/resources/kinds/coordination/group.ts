import type { ResourceGroup } from "../../define/resource-group.ts";
import { lease } from "./lease/definition.ts";

export const coordination: ResourceGroup = {
  name: "coordination.k8s.io",
  priority: 16_500,
  resources: [lease],
};
