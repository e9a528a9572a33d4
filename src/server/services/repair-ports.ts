import { objectIn } from "../../api/object/document.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Log } from "../log.ts";
import { portsOf } from "./assign-ports.ts";
import { isInRange } from "./port-range.ts";
import { PortSet } from "./port-set.ts";
import type { StoredPorts } from "./stored-ports.ts";

/**
 * Number of rounds in a row in which a taken port must have no Service before it is freed: its Service may be
 * about to be written.
 */
const ROUNDS = 3;

interface PortRepairOptions {
  readonly storage: Storage;
  readonly ports: StoredPorts;
  /** Ports for Services that are being written on this server. */
  readonly underWay: ReadonlySet<number>;
  readonly log: Log;
}

/**
 * Compares the taken ports with the stored Services. Ports of Services become taken; ports without a Service
 * become free after some rounds. Any number of servers may run it.
 */
export class PortRepair {
  readonly #options: PortRepairOptions;
  /** Number of rounds in a row in which each port had no Service. */
  #leaks = new Map<number, number>();

  constructor(options: PortRepairOptions) {
    this.#options = options;
  }

  /** Records a change of the taken ports. The count of a port that was free in between starts again. */
  changed(ports: () => PortSet): void {
    if (this.#leaks.size === 0) return;
    const taken = ports();
    for (const port of this.#leaks.keys()) if (!taken.has(port)) this.#leaks.delete(port);
  }

  /**
   * Runs one round. `adopt`: takes over ports with the range of another server. Otherwise they are not
   * changed, because that server is still running.
   */
  async run({ adopt }: { adopt: boolean }): Promise<void> {
    const { ports, log } = this.#options;
    for (;;) {
      const stored = await ports.read();
      if (stored !== undefined && stored.ports.range.text !== ports.range.text && !adopt) {
        log("warn", "node ports not checked: another server has another range", {
          range: stored.ports.range.text,
        });
        return;
      }
      // Read after the ports: the Service of a taken port that has been written by now is in the list.
      const { wanted, leaks } = this.#rebuilt(stored?.ports, await this.#used());
      if (await this.#store(wanted, stored)) {
        this.#leaks = leaks;
        return;
      }
    }
  }

  async #store(wanted: PortSet, stored: { ports: PortSet; revision: number } | undefined): Promise<boolean> {
    const isSame = stored?.ports.range.text === wanted.range.text && stored.ports.data === wanted.data;
    return isSame || this.#options.ports.replace(wanted, stored?.revision);
  }

  async #used(): Promise<number[]> {
    const { entries } = await this.#options.storage.list("/registry/services/specs/");
    return entries.flatMap(({ document }) => portsOf(objectIn(document)));
  }

  #rebuilt(
    stored: PortSet | undefined,
    used: readonly number[],
  ): { wanted: PortSet; leaks: Map<number, number> } {
    const { ports, underWay, log } = this.#options;
    const wanted = new PortSet(ports.range);
    for (const port of used) wanted.add(port);
    const leaks = new Map<number, number>();
    const unknown = (stored?.list() ?? []).filter(
      (port) => isInRange(ports.range, port) && !wanted.has(port),
    );
    for (const port of unknown) {
      const rounds = underWay.has(port) ? 0 : (this.#leaks.get(port) ?? 0) + 1;
      if (rounds >= ROUNDS) log("warn", "a node port that no Service has is free again", { port });
      else wanted.add(port);
      if (rounds > 0 && rounds < ROUNDS) leaks.set(port, rounds);
    }
    return { wanted, leaks };
  }
}
