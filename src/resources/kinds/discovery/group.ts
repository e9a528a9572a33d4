import type { ResourceGroup } from "../../define/resource-group.ts";
import { endpointSlice } from "./endpoint-slice/definition.ts";

export const discovery: ResourceGroup = {
  name: "discovery.k8s.io",
  priority: 16_200,
  resources: [endpointSlice],
};
