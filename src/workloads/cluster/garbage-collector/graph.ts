import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import type { ObjectName } from "../../base/controller.ts";

export const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

/** An object that has owners, or that waits for the collector. */
export interface GraphNode {
  readonly uid: string;
  readonly name: ObjectName;
  readonly owners: readonly OwnerReference[];
  /** True if it is being deleted and waits until its dependents are gone. */
  readonly foreground: boolean;
  /** True if it is being deleted and waits until its dependents no longer refer to it. */
  readonly orphaning: boolean;
}

/** The graph of owners and dependents, by uid. Objects without owners that are not being deleted are not in it. */
export class DependencyGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #dependents = new Map<string, Set<string>>();

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  dependentsOf(uid: string): readonly GraphNode[] {
    const uids = this.#dependents.get(uid) ?? [];
    return [...uids].flatMap((dependent) => this.#nodes.get(dependent) ?? []);
  }

  /** Updates the graph with the current version of an object. Returns its node before and after that. */
  put(object: KubeObject): { before: GraphNode | undefined; after: GraphNode | undefined } {
    const { uid = "" } = object.metadata;
    const before = this.#nodes.get(uid);
    const after = nodeOf(object);
    if (before !== undefined) this.#forget(before);
    if (after !== undefined) this.#add(after);
    return { before, after };
  }

  remove(uid: string): GraphNode | undefined {
    const node = this.#nodes.get(uid);
    if (node !== undefined) this.#forget(node);
    return node;
  }

  #add(node: GraphNode): void {
    this.#nodes.set(node.uid, node);
    for (const { uid } of node.owners) {
      const known = this.#dependents.get(uid);
      if (known === undefined) this.#dependents.set(uid, new Set([node.uid]));
      else known.add(node.uid);
    }
  }

  #forget(node: GraphNode): void {
    this.#nodes.delete(node.uid);
    for (const { uid } of node.owners) {
      const known = this.#dependents.get(uid);
      known?.delete(node.uid);
      if (known?.size === 0) this.#dependents.delete(uid);
    }
  }
}

function nodeOf({ apiVersion = "", kind = "", metadata }: KubeObject): GraphNode | undefined {
  const { uid = "", namespace = "", name = "", ownerReferences: owners = [], finalizers = [] } = metadata;
  const dying = metadata.deletionTimestamp !== undefined;
  const foreground = dying && finalizers.includes(FOREGROUND);
  const orphaning = dying && finalizers.includes(ORPHAN);
  if (uid === "" || (owners.length === 0 && !foreground && !orphaning)) return undefined;
  return { uid, name: { apiVersion, kind, namespace, name }, owners, foreground, orphaning };
}
