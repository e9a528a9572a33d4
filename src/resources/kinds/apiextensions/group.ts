import type { ResourceGroup } from "../../define/resource-group.ts";
import { customResourceDefinition } from "./custom-resource-definition/definition.ts";

export const apiextensions: ResourceGroup = {
  name: "apiextensions.k8s.io",
  priority: 16_700,
  resources: [customResourceDefinition],
};
