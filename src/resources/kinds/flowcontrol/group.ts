import type { ResourceGroup } from "../../define/resource-group.ts";
import { flowSchema } from "./flow-schema/definition.ts";
import { priorityLevelConfiguration } from "./priority-level-configuration/definition.ts";

export const flowcontrol: ResourceGroup = {
  name: "flowcontrol.apiserver.k8s.io",
  priority: 16_100,
  versionPriority: { v1: 21 },
  resources: [flowSchema, priorityLevelConfiguration],
};
