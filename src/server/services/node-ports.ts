import type { KubeObject } from "../../api/meta.ts";
import { membersOf } from "../../json/value.ts";
import { usesNodePorts } from "../../resources/kinds/core/service/service-types.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ServiceSpec } from "../../types/tables/core/v1-types.ts";
import type { Log } from "../log.ts";
import { assignPorts } from "./assign-ports.ts";
import { parsePortRange } from "./port-range.ts";
import { TakingPorts, tryingPorts } from "./port-source.ts";
import { PortRepair } from "./repair-ports.ts";
import { StoredPorts } from "./stored-ports.ts";

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
  readonly #repair: PortRepair;
  readonly #underWay = new Set<number>();

  constructor(options: NodePortOptions) {
    this.#options = options;
    this.#stored = new StoredPorts(options.storage, parsePortRange(options.range), {
      missing: () => this.repair({ adopt: false }),
      changed: (taken) => this.#repair.changed(taken),
    });
    this.#repair = new PortRepair({
      storage: options.storage,
      ports: this.#stored,
      underWay: this.#underWay,
      log: options.log,
    });
  }

  close(): void {
    this.#stored.close();
  }

  repair(how: { adopt: boolean }): Promise<void> {
    return this.#repair.run(how);
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
