import type { KubeObject } from "../../api/meta.ts";
import { isDying } from "../controller.ts";
import type { Writer } from "../workloads/client.ts";
import type { Kind } from "../workloads/kinds.ts";

const has = (object: KubeObject, finalizer: string): boolean =>
  object.metadata.finalizers?.includes(finalizer) === true;

/**
 * Takes the finalizer from objects on their way out that nobody uses. Admission gives it to new objects; those that are
 * older get it here.
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
