import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1035LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type {
  StorageVersionMigration as Migration,
  StorageVersionMigrationStatus as MigrationStatus,
  StorageVersionMigrationSpec as Spec,
} from "../../../../types/tables/storagemigration/v1-types.ts";
import { validatesStatus } from "../../../define/strategy.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

/** Checks the resource that is migrated (ValidateStorageVersionMigration). */
export function migrationRules({ spec = {} }: Migration, _old: Migration | undefined, at: FieldReport): void {
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
export function sameMigration({ spec = {} }: Migration, old: Migration, at: FieldReport): void {
  checkImmutable(spec, old.spec ?? {}, at.child("spec"), printed(spec));
}

/** Returns the spec as errors quote it. The type of the resource has names of JSON in the internal form, too. */
const printed = ({ resource = {} }: Spec): object => ({
  Resource: { group: resource.group ?? "", resource: resource.resource ?? "" },
});

/** Checks of the status endpoint (ValidateStorageVersionMigrationStatusUpdate). */
export const statusChecks = validatesStatus(checkStatus);

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
