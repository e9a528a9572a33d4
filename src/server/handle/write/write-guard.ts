import type { KubeObject } from "../../../api/meta.ts";
import type { RequestContext } from "../../request-context.ts";
import { resourceKey, type Target } from "../target.ts";

/**
 * Whether this user may write just this object, where a right to the resource does not decide it. Asked after mutating
 * admission, before anything is validated; throws what the client is to hear. `old` is undefined when it is created.
 */
export type WriteGuard = (
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject | undefined,
) => void | Promise<void>;

/** Asks the guard of the resource, if it has one; a promise only when somebody has to be waited for. */
export const guardWrite = (
  { writeGuards }: Guarded,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject | undefined,
): void | Promise<void> => writeGuards.get(resourceKey(target))?.(context, target, object, old);

interface Guarded {
  /** By `group/plural`. */
  readonly writeGuards: ReadonlyMap<string, WriteGuard>;
}
