import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnly, statusOnlyElsewhere, validatesSpec } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { checkCsiNode, dropHealth } from "./validate.ts";

const onlyStatus = statusOnly({}, "metadata");

export const csiNode = defineResource({
  group: "storage.k8s.io",
  kind: "CSINode",
  scope: "Cluster",
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Drivers: integer ${(object) => sizeOf(object, "spec.drivers")} Drivers indicates the number of CSI drivers registered on the node`,
    AGE,
  ],
  subresources: [
    status(
      {
        allowUnconditionalUpdate: false,
        prepareForUpdate(object, old, context) {
          onlyStatus.prepareForUpdate?.(object, old, context);
          dropHealth(object, old);
        },
      },
      "metadata",
    ),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    ...statusOnlyElsewhere("storage/v1.CSINode"),
    ...validatesSpec(checkCsiNode),
    repeatsMeta: ["create"],
  },
});
