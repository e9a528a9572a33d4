import type { KubeObject } from "../../../api/meta.ts";
import { resourceKey, type Target } from "../target.ts";

/**
 * What has to happen around the write of some resources besides storing: a Service takes an address, a definition of
 * custom resources takes names. Begins after mutating admission and before validation; may change the object.
 */
export interface SideWork {
  begin(object: KubeObject, old: KubeObject | undefined, dryRun: boolean): SideWorkResult | undefined;
  /** After an object is gone for good. */
  removed?(object: KubeObject): void | Promise<void>;
}

/** Exactly one of commit and abort is called, once. */
export interface SideWorkResult {
  /** What has to be written first. May throw the StatusError of a refusal. */
  prepare?(): Promise<void>;
  /** May do more, and write: the client waits for it. */
  commit(): void | Promise<void>;
  /**
   * `error`: what was thrown, if anything was. What is no StatusError leaves open whether the object was stored: then
   * nothing may be given to others.
   */
  abort(error?: unknown): void | Promise<void>;
}

/** A status is written without any, also where it creates the object (registry/core/service/storage/storage.go, StatusREST). */
export const sideWorkOf = (
  { sideWork }: { readonly sideWork: ReadonlyMap<string, SideWork> },
  target: Target,
): SideWork | undefined => (target.subresource === undefined ? sideWork.get(resourceKey(target)) : undefined);

/** Runs `store` between begin and commit; whatever it throws takes the work back. */
export async function withSideWork<T>(
  work: SideWork | undefined,
  input: { object: KubeObject; old: KubeObject | undefined; dryRun: boolean },
  store: () => Promise<{ value: T; written: boolean }>,
): Promise<T> {
  const begun = work?.begin(input.object, input.old, input.dryRun);
  const { value, written } = await orAbort(store, begun);
  if (written) await begun?.commit();
  else await begun?.abort();
  return value;
}

async function orAbort<T>(store: () => Promise<T>, begun: SideWorkResult | undefined): Promise<T> {
  try {
    if (begun?.prepare !== undefined) await begun.prepare();
    return await store();
  } catch (error) {
    await begun?.abort(error);
    throw error;
  }
}
