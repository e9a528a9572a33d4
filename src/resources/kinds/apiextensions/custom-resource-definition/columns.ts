import { asDefinition } from "../../../custom/definition-types.ts";
import { text, texts } from "../../../define/cell.ts";
import { CREATED_AT, column, NAME, type ShownColumn, textAt, wide } from "../../../define/column.ts";

/** Columns of definitions (apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor). */
export const DEFINITION_COLUMNS: readonly ShownColumn[] = [
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
