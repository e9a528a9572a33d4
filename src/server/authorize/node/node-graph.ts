/** Kinds of objects that can be related to a node, by their plurals. */
export type Related =
  | "configmaps"
  | "persistentvolumeclaims"
  | "persistentvolumes"
  | "podcertificaterequests"
  | "pods"
  | "resourceclaims"
  | "resourceslices"
  | "secrets"
  | "serviceaccounts"
  | "volumeattachments";

/** Returns the key of an object in the graph. */
export const keyOf = (kind: Related, namespace: string, name: string): string =>
  `${kind}/${namespace}/${name}`;

interface PodEntry {
  readonly node: string;
  /** Keys of the objects that the pod refers to. */
  readonly uses: readonly string[];
}

interface VolumeEntry {
  readonly claim: string;
  readonly secrets: readonly string[];
}

/**
 * Relations of objects to nodes: node ← pod ← object that the pod refers to; node ← pod ← claim ← volume ←
 * secret; node ← object that names the node itself (kubernetes/plugin/pkg/auth/authorizer/node/graph.go). It
 * is updated when objects change. A check costs a few look-ups, and for a Secret one for each volume that
 * refers to it.
 */
export class NodeGraph {
  readonly #pods = new Map<string, PodEntry>();
  readonly #volumes = new Map<string, VolumeEntry>();
  /** Objects that name their node. */
  readonly #owned = new Map<string, string>();
  /** Number of pods by object that they refer to and by node. */
  readonly #users = new Map<string, Map<string, number>>();
  /** Keys of the volumes that refer to a Secret. */
  readonly #volumesOfSecret = new Map<string, Set<string>>();

  /** Adds a pod that is bound to a node. */
  setPod(key: string, node: string, uses: Iterable<string>): void {
    this.deletePod(key);
    const entry = { node, uses: [...new Set(uses)] };
    this.#pods.set(key, entry);
    for (const used of entry.uses) this.#count(used, node, 1);
  }

  deletePod(key: string): void {
    const entry = this.#pods.get(key);
    if (entry === undefined) return;
    this.#pods.delete(key);
    for (const used of entry.uses) this.#count(used, entry.node, -1);
  }

  /** Adds a volume that is bound to a claim. */
  setVolume(key: string, claim: string, secrets: readonly string[]): void {
    this.deleteVolume(key);
    this.#volumes.set(key, { claim, secrets });
    for (const secret of secrets) {
      const volumes = this.#volumesOfSecret.get(secret) ?? new Set();
      this.#volumesOfSecret.set(secret, volumes.add(key));
    }
  }

  deleteVolume(key: string): void {
    for (const secret of this.#volumes.get(key)?.secrets ?? []) {
      const volumes = this.#volumesOfSecret.get(secret);
      volumes?.delete(key);
      if (volumes?.size === 0) this.#volumesOfSecret.delete(secret);
    }
    this.#volumes.delete(key);
  }

  /** Adds an object that names its node. */
  setOwner(key: string, node: string): void {
    this.#owned.set(key, node);
  }

  deleteOwner(key: string): void {
    this.#owned.delete(key);
  }

  /** Returns true if an object is related to a node. */
  relates(key: string, node: string): boolean {
    if (this.#pods.get(key)?.node === node || this.#owned.get(key) === node) return true;
    if (this.#users.get(key)?.has(node) === true || this.#isVolumeOn(key, node)) return true;
    for (const volume of this.#volumesOfSecret.get(key) ?? [])
      if (this.#isVolumeOn(volume, node)) return true;
    return false;
  }

  #isVolumeOn(key: string, node: string): boolean {
    const claim = this.#volumes.get(key)?.claim;
    return claim !== undefined && this.#users.get(claim)?.has(node) === true;
  }

  #count(used: string, node: string, change: 1 | -1): void {
    const users = this.#users.get(used) ?? new Map<string, number>();
    const count = (users.get(node) ?? 0) + change;
    if (count > 0) this.#users.set(used, users.set(node, count));
    else if (users.delete(node) && users.size === 0) this.#users.delete(used);
  }
}
