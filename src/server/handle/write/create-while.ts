import { contentRefusal } from "../../../admission/hooks/builtin/namespace-lifecycle.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { resourceNotFound, type StatusError } from "../../../api/status.ts";
import { objectIn } from "../../../json/document.ts";
import type { Entry, Held, Storage, WriteResult } from "../../../storage/storage.ts";
import { groupResource, type Target } from "../target.ts";
import { terminatingDefinition } from "./terminating-definition.ts";
import type { Writes } from "./writes.ts";

/** What must stay as it is until an object is stored. */
interface Hold {
  readonly key: string;
  /** Of what is stored there; undefined: nothing. */
  refusal(object: KubeObject | undefined): StatusError | undefined;
}

/**
 * Stores a new object only as long as its namespace and the definition of its kind are there and are not going away: the
 * store compares them when it writes. Anyone who empties a namespace that is being deleted can so be sure that nothing comes
 * after, from this server or another one, however long admission took. (The reference looks once, before its webhooks.)
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

function refusalOf(holds: readonly Hold[], entries: readonly (Entry | undefined)[]): StatusError | undefined {
  for (const [index, hold] of holds.entries()) {
    const refusal = hold.refusal(objectIn(entries[index]?.document));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const readAll = (storage: Storage, holds: readonly Hold[]): Promise<(Entry | undefined)[]> =>
  Promise.all(holds.map(({ key }) => storage.get(key)));
