import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { view } from "../../../define/strategy.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { emptyNulls } from "../shared/key-values.ts";
import { check, checkChange } from "./validate.ts";

export const configMap = defineResource({
  group: "",
  kind: "ConfigMap",
  scope: "Namespaced",
  shortNames: ["cm"],
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Data: ${(object) => sizeOf(object, "data") + sizeOf(object, "binaryData")} Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.`,
    AGE,
  ],
  strategy: {
    ...comparesThenChecks(checkChange, check),
    prepareForStorage: (object) =>
      emptyNulls(view<{ binaryData?: Record<string, string | null> }>(object).binaryData, object),
  },
});
