import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import { membersOf } from "../../json/value.ts";
import { usesNodePorts } from "../../resources/kinds/core/service/service-types.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ServiceSpec } from "../../types/tables/core/v1-types.ts";
import type { Log } from "../log.ts";
import { assignPorts, portsOf } from "./assign-ports.ts";
import { isInRange, parsePortRange } from "./port-range.ts";
import { PortSet } from "./port-set.ts";
import { TakingPorts, tryingPorts } from "./port-source.ts";
import { StoredPorts } from "./stored-ports.ts";

/**
 * Number of rounds in a row in which a taken port must have no Service before it is freed: its Service may be
 * about to be written.
 */
const ROUNDS = 3;

interface NodePortOptions {
  readonly storage: Storage;
  /** `30000-32767`. */
  readonly range: string;
  /** Random number in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

/** The node ports of Services. */
export class NodePorts {
  readonly #options: NodePortOptions;
  readonly #stored: StoredPorts;
  /** Ports for Services that are being written on this server. */
  readonly #underWay = new Set<number>();
  /** Number of rounds of the repair in a row in which each taken port had no Service. */
  #leaks = new Map<number, number>();

  constructor(options: NodePortOptions) {
    this.#options = options;
    this.#stored = new StoredPorts(options.storage, parsePortRange(options.range), {
      missing: () => this.repair({ adopt: false }),
      changed: (taken) => this.#changed(taken),
    });
  }

  close(): void {
    this.#stored.close();
  }

  /** Assigns the ports that a dry run shows. Throws the StatusError of a refusal. */
  tryOut(object: KubeObject, old: KubeObject | undefined): void {
    assignPorts(object, old, tryingPorts(this.#stored.known));
  }

  /** Assigns ports to a Service in place. Returns those that it did not have before. */
  async take(object: KubeObject, old: KubeObject | undefined): Promise<readonly number[]> {
    const spec = membersOf<ServiceSpec>(object.spec);
    if (!usesNodePorts(spec)) return [];
    const restore = remembered(spec);
    const taken = await this.#stored.change((ports) => {
      restore();
      const source = new TakingPorts(ports, this.#options.random);
      try {
        assignPorts(object, old, source);
      } catch (error) {
        source.undo();
        throw error;
      }
      return source.taken;
    });
    for (const port of taken) this.#underWay.add(port);
    return taken;
  }

  /** Ends the reservation: the Service is stored, or its write has failed. */
  arrived(ports: readonly number[]): void {
    for (const port of ports) this.#underWay.delete(port);
  }

  /**
   * Returns ports to the free ones. Errors are logged, because the Service no longer exists, and the repair
   * finds its ports.
   */
  async release(ports: readonly number[]): Promise<void> {
    if (ports.length === 0) return;
    try {
      await this.#stored.change((set) => {
        for (const port of ports) set.delete(port);
      });
    } catch (error) {
      this.#options.log("warn", "node ports not given back", { ports, error: String(error) });
    }
  }

  /** The count of a port that was free in between starts again. */
  #changed(ports: () => PortSet): void {
    if (this.#leaks.size === 0) return;
    const taken = ports();
    for (const port of this.#leaks.keys()) if (!taken.has(port)) this.#leaks.delete(port);
  }

  /**
   * Compares the taken ports with the stored Services. Ports of Services become taken; ports without a Service
   * become free after some rounds. Any number of servers may run it. `adopt`: takes over ports with the range of
   * another server. Otherwise they are not changed, because that server is still running.
   */
  async repair({ adopt }: { adopt: boolean }): Promise<void> {
    const { range } = this.#stored;
    for (;;) {
      const stored = await this.#stored.read();
      const text = stored?.ports.range.text ?? range.text;
      if (text !== range.text && !adopt) {
        this.#options.log("warn", "node ports not checked: another server has another range", {
          range: text,
        });
        return;
      }
      // Read after the ports: the Service of a taken port that has been written by now is in the list.
      const { wanted, leaks } = this.#rebuilt(stored?.ports, await this.#used());
      const isSame = stored?.ports.range.text === range.text && stored.ports.data === wanted.data;
      if (!isSame && !(await this.#stored.replace(wanted, stored?.revision))) continue;
      this.#leaks = leaks;
      return;
    }
  }

  async #used(): Promise<number[]> {
    const { entries } = await this.#options.storage.list("/registry/services/specs/");
    return entries.flatMap(({ document }) => portsOf(objectIn(document)));
  }

  #rebuilt(stored: PortSet | undefined, used: readonly number[]) {
    const { range } = this.#stored;
    const wanted = new PortSet(range);
    for (const port of used) wanted.add(port);
    const leaks = new Map<number, number>();
    const unknown = (stored?.list() ?? []).filter((port) => isInRange(range, port) && !wanted.has(port));
    for (const port of unknown) {
      const rounds = this.#underWay.has(port) ? 0 : (this.#leaks.get(port) ?? 0) + 1;
      if (rounds >= ROUNDS)
        this.#options.log("warn", "a node port that no Service has is free again", { port });
      else wanted.add(port);
      if (rounds > 0 && rounds < ROUNDS) leaks.set(port, rounds);
    }
    return { wanted, leaks };
  }
}

/** Returns a function that restores the requested ports, for a retry after a conflict with another server. */
function remembered(spec: ServiceSpec): () => void {
  const asked = (spec.ports ?? []).map(({ nodePort }) => nodePort);
  const health = spec.healthCheckNodePort;
  return () => {
    for (const [index, port] of (spec.ports ?? []).entries()) {
      if (asked[index] === undefined) delete port.nodePort;
      else port.nodePort = asked[index];
    }
    if (health === undefined) delete spec.healthCheckNodePort;
    else spec.healthCheckNodePort = health;
  };
}
