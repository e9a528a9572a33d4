import { parseGroupVersion } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import type { ChangeCheck } from "../../../../api/validation/field-report.ts";
import { stringify } from "../../../../json/stringify.ts";
import { isJsonObject } from "../../../../json/value.ts";
import type { ControllerRevision } from "../../../../types/tables/apps/v1-types.ts";
import { AGE, column, countAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesObject } from "../../../define/strategy.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

/** Checks a ControllerRevision. Its data cannot change; its revision number can. */
const checkControllerRevision: ChangeCheck<ControllerRevision> = ({ revision, data }, old, at) => {
  at.nonNegative("revision", revision);
  // The bytes are compared, so another order of keys is a change.
  if (old !== undefined)
    checkImmutable(
      stringify(data ?? null),
      stringify(old.data ?? null),
      at.child("data"),
      () => data ?? null,
    );
  else if (data === undefined || data === null) at.child("data").required("data is mandatory");
  else if (!isJsonObject(data)) at.child("data").required("data must be a valid JSON object");
};

export const controllerRevision = defineResource({
  group: "apps",
  kind: "ControllerRevision",
  scope: "Namespaced",
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Controller: ${controllerName} Controller of the object`,
    column`Revision: ${countAt("revision")} Revision indicates the revision of the state represented by Data.`,
    AGE,
  ],
  strategy: { repeatsMeta: ["update", "create"], ...validatesObject(checkControllerRevision) },
});

/** Returns the controlling owner, such as `statefulset.apps/x`. */
function controllerName({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const { group } = parseGroupVersion(owner.apiVersion);
  return `${(group === "" ? owner.kind : `${owner.kind}.${group}`).toLowerCase()}/${owner.name}`;
}
