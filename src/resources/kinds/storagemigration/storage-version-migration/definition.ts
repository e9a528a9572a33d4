import type { KubeObject } from "../../../../api/meta.ts";
import { items, text } from "../../../define/cell.ts";
import { column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { migrationRules, sameMigration, statusChecks } from "./validate.ts";

/** StorageVersionMigration, stored in v1beta1. v1 is served since 1.37. */
export const storageVersionMigration = defineResource({
  group: "storagemigration.k8s.io",
  kind: "StorageVersionMigration",
  scope: "Cluster",
  storedVersion: "v1beta1",
  versions: [
    { version: "v1", since: 37 },
    { version: "v1beta1", since: 37, deprecated: 37, removed: 40, namesReplacement: true },
  ],
  columns: [
    { ...NAME, format: "" },
    column`Resource: ${migratedResource} GroupResource to migrate`,
    column`Status: ${stateOf} Status of the migration`,
  ],
  subresources: [status({ ...statusChecks, allowUnconditionalUpdate: false }, "metadata")],
  strategy: {
    allowUnconditionalUpdate: false,
    kubeFinalizers: true,
    ...statusOnlyElsewhere("storagemigration/v1.StorageVersionMigration"),
    ...checksThenCompares(migrationRules, sameMigration),
  },
});

function migratedResource(object: KubeObject): string {
  const [group, resource] = [text(object, "spec.resource.group"), text(object, "spec.resource.resource")];
  return group === "" ? resource : `${resource}.${group}`;
}

const STATES = ["Running", "Failed", "Succeeded"];

/** State of the last true condition. */
function stateOf(object: KubeObject): string {
  const states = items(object, "status.conditions")
    .filter((condition) => condition.status === "True")
    .map((condition) => text(condition, "type"));
  return states.filter((state) => STATES.includes(state)).at(-1) ?? "Unknown";
}
