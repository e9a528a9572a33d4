import { defineResource } from "../../../define/define-resource.ts";

export const binding = defineResource({
  group: "",
  kind: "Binding",
  plural: "bindings",
  scope: "Namespaced",
  verbs: ["create"],
  versions: [{ version: "v1", type: "core/v1.Binding" }],
  columns: [],
  strategy: { kubeFinalizers: false },
});
