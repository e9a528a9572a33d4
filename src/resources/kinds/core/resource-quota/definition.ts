import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere, validates } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { isLimit, showAmounts } from "./columns.ts";
import { validate, validateStatus, warnings } from "./validate.ts";

export const resourceQuota = defineResource({
  group: "",
  kind: "ResourceQuota",
  scope: "Namespaced",
  shortNames: ["quota"],
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Request: ${(object) => showAmounts(object, (name) => !isLimit(name))} Request represents a minimum amount of cpu/memory that a container may consume.`,
    column`Limit: ${(object) => showAmounts(object, isLimit)} Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.`,
    AGE,
  ],
  subresources: [status({ validateUpdate: validateStatus })],
  strategy: {
    returnDeletedObject: true,
    ...statusOnlyElsewhere("core/v1.ResourceQuota"),
    ...validates(validate),
    warnings: (object, old) => (old === undefined ? warnings(object) : []),
  },
});
