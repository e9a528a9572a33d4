import type { FieldError } from "../../../api/field-error.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * What is wrong with an object's references to others, because this user may not read those. Asked when the object is
 * valid otherwise; `old` is undefined when it is created.
 */
export type ReferenceRule = (
  context: RequestContext,
  object: KubeObject,
  old: KubeObject | undefined,
) => Promise<readonly FieldError[]>;
