import { compileStructural, type StructuralSchema } from "../../schema/structural.ts";
import type { DefinitionVersion, ScalePaths } from "./definition-types.ts";

/** One declared version of a custom resource, with all compiled parts that requests need. */
export interface CustomVersion {
  readonly name: string;
  readonly apiVersion: string;
  readonly served: boolean;
  readonly schema: StructuralSchema;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly declared: DefinitionVersion;
}

/** Builds a version. Its schema is compiled at the first access, so that unused versions cost nothing. */
export function customVersion(group: string, declared: DefinitionVersion): CustomVersion {
  let schema: StructuralSchema | undefined;
  return {
    name: declared.name,
    apiVersion: `${group}/${declared.name}`,
    served: declared.served,
    get schema() {
      schema ??= compileStructural(declared.schema?.openAPIV3Schema ?? {});
      return schema;
    },
    hasStatus: declared.subresources?.status !== undefined,
    scale: declared.subresources?.scale,
    declared,
  };
}
