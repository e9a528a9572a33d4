import type { KubeObject } from "../../../../api/meta.ts";
import { type JsonObject, record, records } from "../../../../json/value.ts";
import { asDefinition } from "../../../custom/definition-types.ts";
import { text, texts } from "../../../define/cell.ts";
import { CREATED_AT, column, NAME, type ShownColumn, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { inSteps } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { fillDefinition } from "./defaults.ts";
import { prepareForCreate, prepareForUpdate } from "./prepare.ts";
import { schemaWarnings } from "./schema-warnings.ts";
import {
  definitionNameProblems,
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from "./validate.ts";

/** Columns of definitions (apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor). */
const DEFINITION_COLUMNS: readonly ShownColumn[] = [
  NAME,
  column`Scope: ${textAt("spec.scope")} Cluster/Namespaced`,
  column`Versions: ${(object) => servedVersions(asDefinition(object))} Served versions`,
  CREATED_AT,
  wide`Group: ${textAt("spec.group")} API group`,
  wide`Kind: ${(object) => text(object, "spec.names.kind")} CustomResource kind`,
  wide`ShortNames: ${(object) => texts(object, "spec.names.shortNames").join(",")} Short names`,
  wide`Established: boolean ${(object) => isEstablished(asDefinition(object))} Established status`,
];

type Definition = ReturnType<typeof asDefinition>;

const servedVersions = ({ spec }: Definition): string =>
  (spec?.versions ?? [])
    .filter(({ served }) => served)
    .map(({ name, storage }) => (storage ? `${name}(storage)` : name))
    .sort()
    .join(",");

const isEstablished = ({ status }: Definition): boolean =>
  (status?.conditions ?? []).some(
    (condition) => condition.type === "Established" && condition.status === "True",
  );

const ONE = ["items", "additionalItems", "additionalProperties", "not"];
const LISTS = ["items", "allOf", "oneOf", "anyOf"];
const MAPS = ["properties", "patternProperties", "definitions"];

/**
 * Drops `items` that contain no schema (`[]`, a text), in place: validation uses them, but they are not
 * stored.
 */
function dropEmptyItems({ spec }: KubeObject): void {
  const versions = records(record(spec).versions);
  const left = versions.map(({ schema }) => record(record(schema).openAPIV3Schema));
  for (let schema = left.pop(); schema !== undefined; schema = left.pop()) {
    if (schema.items === null) delete schema.items;
    left.push(...schemasBelow(schema));
  }
}

const schemasBelow = (schema: JsonObject): JsonObject[] => [
  ...ONE.flatMap((name) => records([schema[name]])),
  ...LISTS.flatMap((name) => records(schema[name])),
  ...MAPS.flatMap((name) => records(Object.values(record(schema[name])))),
];

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
