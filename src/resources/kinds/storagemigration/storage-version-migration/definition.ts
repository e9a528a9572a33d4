import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1035LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type {
  StorageVersionMigration as Migration,
  StorageVersionMigrationStatus as MigrationStatus,
  StorageVersionMigrationSpec as Spec,
} from "../../../../types/tables/storagemigration/v1-types.ts";
import { items, text } from "../../../define/cell.ts";
import { column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

/** Checks the resource that is migrated (ValidateStorageVersionMigration). */
function migrationRules({ spec = {} }: Migration, _old: Migration | undefined, at: FieldReport): void {
  const { resource = "", group = "" } = spec.resource ?? {};
  const path = at.child("spec").child("resource");
  if (path.require("resource", resource, "resource is required to be set"))
    checkJoined("resource", resource, dns1035LabelProblems, path);
  if (group !== "") checkJoined("group", group, dns1123SubdomainProblems, path);
}

/** Reports all problems of a value in one error. */
function checkJoined(
  name: string,
  value: string,
  rule: (text: string) => readonly string[],
  at: FieldReport,
): void {
  const problems = rule(value);
  if (problems.length > 0) at.child(name).invalid(value, problems.join(","));
}

/** The spec is kept (ValidateStorageVersionMigrationUpdate). */
function sameMigration({ spec = {} }: Migration, old: Migration, at: FieldReport): void {
  checkImmutable(spec, old.spec ?? {}, at.child("spec"), () => printed(spec));
}

/** Returns the spec as errors quote it. The type of the resource has names of JSON in the internal form, too. */
const printed = ({ resource = {} }: Spec): object => ({
  Resource: { group: resource.group ?? "", resource: resource.resource ?? "" },
});

/** Checks of the status endpoint (ValidateStorageVersionMigrationStatusUpdate). */
const statusChecks = validatesStatus(checkStatus);

function checkStatus(status: MigrationStatus, old: MigrationStatus, at: FieldReport): void {
  const { conditions, resourceVersion = "" } = status;
  const version = at.child("resourceVersion");
  if (resourceVersion !== "" && !/^[1-9]\d*$/.test(resourceVersion))
    version.invalid(resourceVersion, `resource version is not well formed: ${resourceVersion}`);
  checkConditions(conditions, at.child("conditions"));
  if ((old.resourceVersion ?? "") !== "" && old.resourceVersion !== resourceVersion)
    version.invalid(resourceVersion, "field is immutable");
  const refuse = (why: string): void => at.child("conditions").invalid(conditions ?? null, why);
  if (isTrue(status, "Succeeded") && isTrue(status, "Failed"))
    refuse("Both success and failed conditions cannot be true at the same time");
  if (isTrue(old, "Succeeded") && !isTrue(status, "Succeeded"))
    refuse("Success condition cannot be set to false once it is true");
  if (isTrue(old, "Failed") && !isTrue(status, "Failed"))
    refuse("Failed condition cannot be set to false once it is true");
}

/** True if the first condition of a type is true. */
const isTrue = ({ conditions }: MigrationStatus, type: string): boolean =>
  (conditions ?? []).find((condition) => condition.type === type)?.status === "True";

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
