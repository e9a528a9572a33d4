import { contentRefusal } from "../../../../admission/hooks/builtin/namespace-lifecycle.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { objectIn } from "../../../../api/object/document.ts";
import { forbidden, resourceNotFound, type StatusError } from "../../../../api/status.ts";
import type { Entry, Held, Storage, WriteResult } from "../../../../storage/storage.ts";
import { groupResource, type Target } from "../../target.ts";
import type { Writes } from "../writes.ts";

/** Condition on another object that must hold until an object is stored. */
interface Hold {
  readonly key: string;
  /** Returns the refusal for the object that is stored there; `object` undefined: none is. */
  refusal(object: KubeObject | undefined): StatusError | undefined;
}

/**
 * Stores a new object only while its namespace and the definition of its kind exist and are not terminating:
 * the store compares them with the write. A controller that empties a terminating namespace can therefore
 * rely on it that no object is added later, by this server or another one, however long admission took. (The
 * reference checks once, before its webhooks.)
 *
 * Rejects with the StatusError of a refusal.
 */
export async function createWhile(
  writes: Writes,
  target: Target,
  name: string,
  write: (held: readonly Held[]) => Promise<WriteResult>,
): Promise<WriteResult> {
  const holds = holdsOf(writes, target, name);
  let entries = holds.map(({ key }) => writes.storage.getCached(key));
  for (let isNewest = false; ; isNewest = true) {
    const refusal = refusalOf(holds, entries);
    if (refusal === undefined) {
      const result = await write(entries.filter((entry) => entry !== undefined));
      if (result.kind === "written" || result.current !== undefined || holds.length === 0) return result;
    } else if (isNewest) throw refusal;
    entries = await readAll(writes.storage, holds);
  }
}

function holdsOf(writes: Writes, target: Target, name: string): Hold[] {
  const { resource, namespace } = target;
  const holds: Hold[] = [];
  if (resource.namespaced && writes.guardsNamespaces)
    holds.push({
      key: `/registry/namespaces/${namespace}`,
      refusal: (object) => contentRefusal({ resource: groupResource(target), namespace, name }, object),
    });
  if (resource.custom)
    holds.push({
      key: `/registry/apiextensions.k8s.io/customresourcedefinitions/${resource.plural}.${resource.group}`,
      refusal: (object) => definitionRefusal(target, name, object),
    });
  return holds;
}

function definitionRefusal(
  target: Target,
  name: string,
  definition: KubeObject | undefined,
): StatusError | undefined {
  if (definition === undefined) return resourceNotFound();
  return definition.metadata.deletionTimestamp === undefined
    ? undefined
    : terminatingDefinition(target, name);
}

/** Builds the refusal of a new custom resource whose definition is terminating. */
export const terminatingDefinition = (target: Target, name: string): StatusError =>
  forbidden(
    groupResource(target),
    name,
    "create not allowed while custom resource definition is terminating",
  );

function refusalOf(holds: readonly Hold[], entries: readonly (Entry | undefined)[]): StatusError | undefined {
  for (const [index, hold] of holds.entries()) {
    const refusal = hold.refusal(objectIn(entries[index]?.document));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const readAll = (storage: Storage, holds: readonly Hold[]): Promise<(Entry | undefined)[]> =>
  Promise.all(holds.map(({ key }) => storage.get(key)));
