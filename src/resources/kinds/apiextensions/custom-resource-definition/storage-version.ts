import type { DefinitionSpec } from "../../../custom/definition-types.ts";

/** Returns the version in which objects are stored; undefined if no version is marked as the storage version. */
export const storageVersionOf = ({ versions }: DefinitionSpec): string | undefined =>
  versions?.find(({ storage }) => storage)?.name;
