import type { ResourceGroup } from "../../define/resource-group.ts";
import { podDisruptionBudget } from "./pod-disruption-budget/definition.ts";

export const policy: ResourceGroup = { name: "policy", priority: 17_100, resources: [podDisruptionBudget] };
