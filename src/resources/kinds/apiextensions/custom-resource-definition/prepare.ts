import type { KubeObject } from "../../../../api/meta.ts";
import {
  asDefinition,
  type Definition,
  type DefinitionSpec,
  type DefinitionStatus,
} from "../../../custom/definition-types.ts";
import { countGeneration, keepField, startGeneration } from "../../../define/strategy.ts";

/** Replaces the status of a new definition, and starts its generation. */
export function prepareForCreate(object: KubeObject): void {
  const status: DefinitionStatus = {
    conditions: null,
    acceptedNames: { plural: "", kind: "" },
    storedVersions: null,
  };
  object.status = status;
  startGeneration(object);
  noteStorageVersion(asDefinition(object), status);
}

/** Keeps the stored status, counts the generation, and adds a new storage version to the status. */
export function prepareForUpdate(object: KubeObject, old: KubeObject): void {
  keepField(object, old, "status");
  object.metadata.generation = old.metadata.generation ?? 0;
  countGeneration(object, old);
  const { status } = asDefinition(object);
  if (status !== undefined) object.status = noteStorageVersion(asDefinition(object), { ...status });
}

/** Adds the storage version to the versions in which objects may be stored. */
function noteStorageVersion({ spec }: Definition, status: DefinitionStatus): DefinitionStatus {
  const version = storageVersionOf(spec);
  const stored = status.storedVersions ?? [];
  if (version !== undefined && !stored.includes(version)) status.storedVersions = [...stored, version];
  return status;
}

/** Returns the version in which objects are stored; undefined if no version is marked as the storage version. */
const storageVersionOf = ({ versions }: DefinitionSpec): string | undefined =>
  versions?.find(({ storage }) => storage)?.name;
