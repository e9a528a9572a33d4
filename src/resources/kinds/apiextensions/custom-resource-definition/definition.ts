import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { status } from "../../../define/subresources.ts";
import { fillDefinition } from "./defaults.ts";
import { definitionStatusStrategy, definitionStrategy } from "./validate.ts";

export const customResourceDefinition = defineResource({
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  scope: "Cluster",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  storagePrefix: "apiextensions.k8s.io/customresourcedefinitions",
  versions: [{ version: "v1", type: "apiextensions/v1.CustomResourceDefinition", defaults: fillDefinition }],
  columns: [NAME, CREATED_AT],
  subresources: [status(definitionStatusStrategy())],
  strategy: {
    ...definitionStrategy(),
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    kubeFinalizers: false,
  },
});
