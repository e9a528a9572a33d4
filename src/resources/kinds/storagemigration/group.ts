import type { ResourceGroup } from "../../define/resource-group.ts";
import { storageVersionMigration } from "./storage-version-migration/definition.ts";

export const storagemigration: ResourceGroup = {
  name: "storagemigration.k8s.io",
  priority: 15_800,
  resources: [storageVersionMigration],
};
