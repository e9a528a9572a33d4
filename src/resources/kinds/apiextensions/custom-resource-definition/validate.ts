import type { KubeObject } from "../../../../api/meta.ts";
import { nameIsDnsSubdomain } from "../../../../api/name-format.ts";
import { formatWarnings } from "../../../custom/definition/format-warnings.ts";
import { storageVersionOf } from "../../../custom/definition/storage-version.ts";
import {
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from "../../../custom/definition/validate-definition.ts";
import { asDefinition, type Definition, type DefinitionStatus } from "../../../custom/definition-types.ts";
import { countGeneration, keepField, startGeneration, strategy } from "../../../define/strategy.ts";
import type { Strategy } from "../../../kind.ts";

const VERSIONED = { allowCreateOnUpdate: false, allowUnconditionalUpdate: false } as const;

/** The strategy of CustomResourceDefinitions. */
export function definitionStrategy(): Strategy {
  return strategy({
    ...VERSIONED,
    nameProblems: definitionNameProblems,
    resetFields: [["status"]],
    prepareForCreate(object) {
      const status: DefinitionStatus = {
        conditions: null,
        acceptedNames: { plural: "", kind: "" },
        storedVersions: null,
      };
      object.status = status;
      startGeneration(object);
      noteStorageVersion(asDefinition(object), status);
    },
    prepareForUpdate(object, old) {
      keepField(object, old, "status");
      object.metadata.generation = old.metadata.generation ?? 0;
      countGeneration(object, old);
      const { status } = asDefinition(object);
      if (status !== undefined) object.status = noteStorageVersion(asDefinition(object), { ...status });
    },
    validateCreate: (object) => validateDefinition(asDefinition(object)),
    validateUpdate: (object, old) => validateDefinitionUpdate(asDefinition(object), asDefinition(old)),
    warningsOnCreate: (object) => formatWarnings(asDefinition(object), undefined),
    warningsOnUpdate: (object, old) => formatWarnings(asDefinition(object), asDefinition(old)),
  });
}

/** At the status endpoint spec stays as it was; metadata may change with it, so it is in the reference. */
export function definitionStatusStrategy(): Strategy {
  return strategy({
    ...VERSIONED,
    resetFields: [["spec"]],
    prepareForUpdate: (object, old) => keepField(object, old, "spec"),
    validateUpdate: (object) => validateDefinitionStatus(asDefinition(object)),
  });
}

/** The version in which objects are stored from now on is one in which some may be stored. */
function noteStorageVersion({ spec }: Definition, status: DefinitionStatus): DefinitionStatus {
  const version = storageVersionOf(spec);
  const stored = status.storedVersions ?? [];
  if (version !== undefined && !stored.includes(version)) status.storedVersions = [...stored, version];
  return status;
}

/** A definition is called by what it defines. */
function definitionNameProblems(name: string, prefix: boolean, object?: KubeObject): readonly string[] {
  const problems = nameIsDnsSubdomain(name, prefix);
  if (object === undefined) return problems;
  const { names, group } = asDefinition(object).spec;
  return name === `${names.plural}.${group}`
    ? problems
    : [...problems, 'must be spec.names.plural+"."+spec.group'];
}
