import type { ReplayServer } from "../../replay/replay-server.ts";
import type { Gate } from "../../resources/features/gates.ts";
import type { ChangedGate } from "./version-server.ts";

/** Starts a server of the new version with gates in their old states. */
export type StartReverted = (reverted: ReadonlyMap<Gate, boolean>) => Promise<ReplayServer>;

/** Number of servers that are kept: each has the definitions and configurations of the cluster. */
const MOST_SERVERS = 24;

/** Finds the feature gate that explains a difference between two versions. */
export class GateFinder {
  readonly #changed: readonly ChangedGate[];
  readonly #start: StartReverted;
  readonly #servers = new Map<string, Promise<ReplayServer>>();
  /** Gates that explained a difference: they are tried first. */
  readonly #known = new Set<ChangedGate>();

  constructor(changed: readonly ChangedGate[], start: StartReverted) {
    this.#changed = changed;
    this.#start = start;
  }

  /**
   * Returns the gate with whose old state the new version decides as the old one does. `isAsBefore` decides with a server.
   * Undefined if there is no such gate: more than one is needed, or no gate has the change.
   */
  async find(isAsBefore: (server: ReplayServer) => Promise<boolean>): Promise<ChangedGate | undefined> {
    for (const gate of this.#known) if (await this.#explains([gate], isAsBefore)) return gate;
    let left = this.#changed;
    if (left.length === 0 || !(await this.#explains(left, isAsBefore))) return undefined;
    while (left.length > 1) {
      const half = left.slice(0, Math.ceil(left.length / 2));
      const rest = left.slice(half.length);
      if (await this.#explains(half, isAsBefore)) left = half;
      else if (await this.#explains(rest, isAsBefore)) left = rest;
      else return undefined;
    }
    const [gate] = left;
    if (gate !== undefined) this.#known.add(gate);
    return gate;
  }

  async #explains(
    gates: readonly ChangedGate[],
    isAsBefore: (server: ReplayServer) => Promise<boolean>,
  ): Promise<boolean> {
    return isAsBefore(await this.#serverWith(gates));
  }

  #serverWith(gates: readonly ChangedGate[]): Promise<ReplayServer> {
    const key = gates.map(({ gate }) => gate).join(" ");
    const known = this.#servers.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#servers;
    if (oldest !== undefined && this.#servers.size >= MOST_SERVERS) {
      this.#servers.delete(oldest[0]);
      void oldest[1].then((server) => server.close());
    }
    const started = this.#start(new Map(gates.map(({ gate, before }) => [gate, before])));
    this.#servers.set(key, started);
    return started;
  }

  async close(): Promise<void> {
    const servers = await Promise.all(this.#servers.values());
    await Promise.all(servers.map((server) => server.close()));
  }
}
