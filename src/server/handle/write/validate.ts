import { type FieldError, invalidObject } from "../../../api/field-error.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { ResourceDefinition } from "../../../resources/kind.ts";

/** 422 about the object when anything is wrong with it. */
export function refuseInvalid(
  resource: ResourceDefinition,
  object: KubeObject,
  errors: readonly FieldError[],
): void {
  if (errors.length === 0) return;
  throw invalidObject({ group: resource.group, kind: resource.hub.kind }, object.metadata.name ?? "", errors);
}
