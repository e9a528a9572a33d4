import { FieldReport } from "../../../../api/field-path.ts";
import { countAt } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { view } from "../../../define/strategy.ts";
import type { ControllerRevision } from "../fields/v1-types.ts";
import { controllerName } from "./columns.ts";
import { checkControllerRevision, checkControllerRevisionUpdate } from "./validate.ts";

export const controllerRevision = defineResource({
  group: "apps",
  kind: "ControllerRevision",
  plural: "controllerrevisions",
  scope: "Namespaced",
  versions: [{ version: "v1", type: "apps/v1.ControllerRevision" }],
  columns: [
    NAME,
    column("Controller", "Controller of the object", controllerName),
    column(
      "Revision",
      "Revision indicates the revision of the state represented by Data.",
      countAt("revision"),
    ),
    AGE,
  ],
  strategy: {
    repeatsMeta: ["update", "create"],
    validateCreate: (object) => {
      const at = new FieldReport("");
      checkControllerRevision(view<ControllerRevision>(object), at);
      return at.errors;
    },
    validateUpdate: (object, old) => {
      const at = new FieldReport("");
      checkControllerRevisionUpdate(view<ControllerRevision>(object), view<ControllerRevision>(old), at);
      return at.errors;
    },
  },
});
