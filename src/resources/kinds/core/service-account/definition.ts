import { AGE, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { create } from "../../../define/subresources.ts";
import { cleanReferences, warnings } from "./validate.ts";

export const serviceAccount = defineResource({
  group: "",
  kind: "ServiceAccount",
  scope: "Namespaced",
  shortNames: ["sa"],
  versions: [{ version: "v1" }],
  columns: [NAME, AGE],
  subresources: [create("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" })],
  strategy: {
    returnDeletedObject: true,
    repeatsMeta: ["update", "create"],
    prepareForCreate: cleanReferences,
    prepareForUpdate: cleanReferences,
    warnings,
  },
});
