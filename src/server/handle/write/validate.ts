import { type FieldError, invalidObject } from "../../../api/field-error.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { ResourceDefinition } from "../../../resources/kind.ts";

/** 422 about the object when anything is wrong with it; named by the kind that is kept: events are core events. */
export function refuseInvalid(
  resource: ResourceDefinition,
  object: KubeObject,
  errors: readonly FieldError[],
): void {
  if (errors.length === 0) return;
  throw invalidObject(
    { group: resource.hub.group, kind: resource.hub.kind },
    object.metadata.name ?? "",
    errors,
  );
}
