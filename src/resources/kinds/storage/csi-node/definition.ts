import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesSpec } from "../../../define/strategy.ts";
import { checkCsiNode } from "./validate.ts";

export const csiNode = defineResource({
  group: "storage.k8s.io",
  kind: "CSINode",
  plural: "csinodes",
  scope: "Cluster",
  versions: [{ version: "v1", type: "storage/v1.CSINode" }],
  columns: [
    NAME,
    column`Drivers: integer ${(object) => sizeOf(object, "spec.drivers")} Drivers indicates the number of CSI drivers registered on the node`,
    AGE,
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    ...validatesSpec(checkCsiNode),
    repeatsMeta: ["create"],
  },
});
