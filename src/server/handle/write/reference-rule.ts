import type { KubeObject } from "../../../api/meta.ts";
import type { FieldError } from "../../../api/validation/field-error.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * Returns the errors about an object's references to others that this user may not read. Called if the object
 * is otherwise valid; `old` is undefined on create.
 */
export type ReferenceRule = (
  context: RequestContext,
  object: KubeObject,
  old: KubeObject | undefined,
) => Promise<readonly FieldError[]>;
