import { type FieldError, invalidObject } from "../../../api/field-error.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { ResourceDefinition } from "../../../resources/kind.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import { resourceKey, type Target } from "../target.ts";

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

/** 422 about references that this user may not make; undefined for kinds that have none, and for subresources. */
export function refuseReferences(
  house: House,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old?: KubeObject,
): Promise<void> | undefined {
  const rule = target.subresource === undefined ? house.referenceRules.get(resourceKey(target)) : undefined;
  return rule?.(context, object, old).then((errors) => refuseInvalid(target.resource, object, errors));
}
