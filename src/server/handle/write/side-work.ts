import type { KubeObject } from "../../../api/meta.ts";
import type { Target } from "../target.ts";

/**
 * Work at writes of some resources besides storing: a Service allocates an address, a definition of custom
 * resources reserves names. Begins after mutating admission and before validation; may change the object.
 */
export interface SideWork {
  begin(object: KubeObject, old: KubeObject | undefined, dryRun: boolean): SideWorkResult | undefined;
  /** Called after an object is removed from the store. */
  removed?(object: KubeObject): void | Promise<void>;
}

/** Result of side work. Exactly one of commit and abort is called, once. */
export interface SideWorkResult {
  /** Makes the writes that precede the object's. May throw the StatusError of a refusal. */
  prepare?(): Promise<void>;
  /** Completes the work. It may write; the client waits for it. */
  commit(): void | Promise<void>;
  /**
   * Reverts the work. `error`: the thrown error, if there is one. After an error that is no StatusError, the
   * object may have been stored: reserved values must then stay reserved.
   */
  abort(error?: unknown): void | Promise<void>;
}

/**
 * Returns the side work of a write. A status has none, even if it creates the object
 * (registry/core/service/storage/storage.go, StatusREST).
 */
export const sideWorkOf = (
  { sideWork }: { readonly sideWork: ReadonlyMap<string, SideWork> },
  target: Target,
): SideWork | undefined => (target.subresource === undefined ? sideWork.get(target.resource.key) : undefined);
