import { asDefinition } from "../../../custom/definition-types.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { inSteps } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { DEFINITION_COLUMNS } from "./columns.ts";
import { fillDefinition } from "./defaults.ts";
import { dropEmptyItems } from "./drop-empty-items.ts";
import { prepareForCreate, prepareForUpdate } from "./prepare.ts";
import { schemaWarnings } from "./schema-warnings.ts";
import {
  definitionNameProblems,
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from "./validate.ts";

export const customResourceDefinition = defineResource({
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  scope: "Cluster",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  storagePrefix: "apiextensions.k8s.io/customresourcedefinitions",
  storedVersion: "v1beta1",
  versions: [{ version: "v1", defaults: fillDefinition }],
  columns: DEFINITION_COLUMNS,
  subresources: [
    // The status endpoint keeps spec, but metadata can change there, as in the reference.
    withoutTables(
      status({
        allowUnconditionalUpdate: false,
        validateUpdate: (object) => validateDefinitionStatus(asDefinition(object)),
      }),
    ),
  ],
  strategy: {
    nameProblems: definitionNameProblems,
    resetFields: [["status"]],
    prepareForCreate,
    prepareForUpdate,
    prepareForStorage: dropEmptyItems,
    ...inSteps((object, old) =>
      old === undefined
        ? validateDefinition(asDefinition(object))
        : validateDefinitionUpdate(asDefinition(object), asDefinition(old)),
    ),
    warnings: (object, old) => schemaWarnings(asDefinition(object), old && asDefinition(old)),
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    kubeFinalizers: false,
    errorReports: "repeated",
  },
});
