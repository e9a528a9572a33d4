import type { KubeObject } from "../../../api/meta.ts";
import { type FieldError, invalidObject } from "../../../api/validation/field-error.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import type { Writes } from "./writes.ts";

/**
 * Throws the 422 of an invalid object. It has the kind of the stored object: events are core events. For a
 * custom resource, it has the kind that the object names.
 */
export function refuseInvalid(
  { hub, custom }: ResourceDefinition,
  { kind = hub.kind, metadata }: KubeObject,
  errors: readonly FieldError[],
): void {
  if (errors.length === 0) return;
  throw invalidObject({ group: hub.group, kind: custom ? kind : hub.kind }, metadata.name ?? "", errors);
}

/**
 * Throws the 422 of references that this user may not make; undefined for kinds that have none, and for
 * subresources.
 */
export function refuseReferences(
  writes: Writes,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old?: KubeObject,
): Promise<void> | undefined {
  const rule = target.subresource === undefined ? writes.referenceRules.get(target.resource.key) : undefined;
  return rule?.(context, object, old).then((errors) => refuseInvalid(target.resource, object, errors));
}
