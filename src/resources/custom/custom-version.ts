import type { FieldError } from "../../api/field-error.ts";
import type { KubeObject } from "../../api/meta.ts";
import { compileStructural, type StructuralSchema } from "../../schema/structural.ts";
import type { DefinitionVersion, ScalePaths } from "./definition-types.ts";

/**
 * Judges an object by the rules of `x-kubernetes-validations`. `old`: what it replaces; undefined on create. Called
 * only where the schema itself found nothing that would make rules meaningless.
 */
export type CheckRules = (object: KubeObject, old: KubeObject | undefined) => FieldError[];

/** Compiles the rules of a schema that has some; undefined when rules are not to be checked. */
export type CompileRules = (schema: StructuralSchema) => CheckRules | undefined;

/** One declared version of a custom resource, with everything compiled that requests need. */
export interface CustomVersion {
  readonly name: string;
  readonly apiVersion: string;
  readonly served: boolean;
  readonly schema: StructuralSchema;
  readonly checkRules: CheckRules | undefined;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly declared: DefinitionVersion;
}

/** Compiled at the first look: versions that nobody uses cost nothing. */
export function customVersion(
  group: string,
  declared: DefinitionVersion,
  compileRules: CompileRules | undefined,
): CustomVersion {
  let schema: StructuralSchema | undefined;
  let rules: CheckRules | undefined | null = null;
  return {
    name: declared.name,
    apiVersion: `${group}/${declared.name}`,
    served: declared.served,
    get schema() {
      schema ??= compileStructural(declared.schema?.openAPIV3Schema ?? {});
      return schema;
    },
    get checkRules() {
      if (rules === null) rules = this.schema.hasRules ? compileRules?.(this.schema) : undefined;
      return rules;
    },
    hasStatus: declared.subresources?.status !== undefined,
    scale: declared.subresources?.scale,
    declared,
  };
}
