import type { ResourceGroup } from "../../define/resource-group.ts";
import { apiService } from "./api-service/definition.ts";

export const apiregistration: ResourceGroup = { name: "apiregistration.k8s.io", resources: [apiService] };
