import type { DefinitionSpec } from "../../../custom/definition-types.ts";

/** The version in which objects are stored; undefined when none says so. */
export const storageVersionOf = ({ versions }: DefinitionSpec): string | undefined =>
  versions?.find(({ storage }) => storage)?.name;
