import type { ResourceGroup } from "../../define/resource-group.ts";
import { runtimeClass } from "./runtime-class/definition.ts";

export const node: ResourceGroup = { name: "node.k8s.io", priority: 16_300, resources: [runtimeClass] };
