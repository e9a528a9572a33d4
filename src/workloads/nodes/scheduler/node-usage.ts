import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { type Amounts, podRequests } from "./amounts.ts";
import { type HostPort, hostPorts } from "./host-ports.ts";

interface Placed {
  readonly node: string;
  readonly requests: Amounts;
  readonly ports: readonly HostPort[];
}

interface Used {
  readonly amounts: Map<string, number>;
  pods: number;
  /** The host ports of each pod that has any. */
  readonly ports: Set<readonly HostPort[]>;
}

/** The resources of nodes that pods use, updated with each pod. */
export class NodeUsage {
  readonly #pods = new Map<string, Placed>();
  readonly #used = new Map<string, Used>();

  /** Records the node that a pod is bound to, or is about to be bound to; undefined: none. */
  place(pod: Pod, node: string | undefined): void {
    const uid = pod.metadata.uid ?? "";
    const before = this.#pods.get(uid);
    if (before?.node === node && before !== undefined) return;
    if (before !== undefined) this.#count(before, -1);
    this.#pods.delete(uid);
    if (node === undefined) return;
    const placed = { node, requests: podRequests(pod), ports: hostPorts(pod) };
    this.#pods.set(uid, placed);
    this.#count(placed, 1);
  }

  isPlaced({ metadata }: Pod): boolean {
    return this.#pods.has(metadata.uid ?? "");
  }

  #count({ node, requests, ports }: Placed, sign: 1 | -1): void {
    const used = this.#used.get(node) ?? { amounts: new Map<string, number>(), pods: 0, ports: new Set() };
    used.pods += sign;
    if (sign < 0) used.ports.delete(ports);
    else if (ports.length > 0) used.ports.add(ports);
    for (const [name, amount] of requests)
      used.amounts.set(name, (used.amounts.get(name) ?? 0) + sign * amount);
    this.#used.set(node, used);
    if (used.pods === 0) this.#used.delete(node);
  }

  podsOn(node: string): number {
    return this.#used.get(node)?.pods ?? 0;
  }

  portsOn(node: string): readonly HostPort[] {
    return [...(this.#used.get(node)?.ports ?? [])].flat();
  }

  free(node: string, allocatable: Amounts): Amounts {
    const used = this.#used.get(node)?.amounts;
    return new Map([...allocatable].map(([name, amount]) => [name, amount - (used?.get(name) ?? 0)]));
  }
}
