import type { KubeObject } from "../../../api/meta.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";

/**
 * Checks if this user may write this particular object, if the right to the resource does not decide it.
 * Called after mutating admission, before validation; throws the refusal for the client. `old` is undefined
 * on create.
 */
export type WriteGuard = (
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject | undefined,
) => void | Promise<void>;

/** Calls the guard of the resource, if it has one; returns a promise only if the guard does. */
export const guardWrite = (
  { writeGuards }: Guarded,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject | undefined,
): void | Promise<void> => writeGuards.get(target.resource.key)?.(context, target, object, old);

interface Guarded {
  /** Guards by `group/plural`. */
  readonly writeGuards: ReadonlyMap<string, WriteGuard>;
}
