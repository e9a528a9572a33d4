import { AGE, column, countAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesObject } from "../../../define/strategy.ts";
import { controllerName } from "./columns.ts";
import { checkControllerRevision } from "./validate.ts";

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
