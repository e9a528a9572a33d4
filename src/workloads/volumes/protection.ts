import type { KubeObject } from "../../api/meta.ts";
import { isDying } from "../base/controller.ts";
import type { Writer } from "../shared/client.ts";
import type { Kind } from "../shared/kinds.ts";

const has = (object: KubeObject, finalizer: string): boolean =>
  object.metadata.finalizers?.includes(finalizer) === true;

/**
 * Removes the finalizer from an object that is being deleted and no longer used. Admission adds the finalizer
 * to new objects; older ones get it here.
 */
export async function protect(
  writer: Writer,
  kind: Kind<KubeObject>,
  object: KubeObject,
  finalizer: string,
  isUsed: () => boolean | Promise<boolean>,
): Promise<void> {
  const { finalizers = [] } = object.metadata;
  const write = (next: string[]): Promise<unknown> =>
    writer.update(kind, { ...object, metadata: { ...object.metadata, finalizers: next } });
  if (!isDying(object)) {
    if (!has(object, finalizer)) await write([...finalizers, finalizer]);
  } else if (has(object, finalizer) && !(await isUsed()))
    await write(finalizers.filter((one) => one !== finalizer));
}
