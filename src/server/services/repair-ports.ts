import { objectIn } from "../../json/document.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Log } from "../log.ts";
import { portsOf } from "./assign-ports.ts";
import { isInRange } from "./port-range.ts";
import { PortSet } from "./port-set.ts";
import type { StoredPorts } from "./stored-ports.ts";

/** So many times in a row a port that no Service has must be found taken before it is free: one may be on its way. */
const ROUNDS = 3;

export interface PortRepairOptions {
  readonly storage: Storage;
  readonly ports: StoredPorts;
  /** On their way to a Service, on this server. */
  readonly underWay: ReadonlySet<number>;
  readonly log: Log;
}

/**
 * Brings the ports that are taken and the Services that are stored together: what a Service has is taken, what none has
 * any more becomes free after a while. Any number of servers may do it.
 */
export class PortRepair {
  readonly #options: PortRepairOptions;
  /** How often in a row each was found. */
  #leaks = new Map<number, number>();

  constructor(options: PortRepairOptions) {
    this.#options = options;
  }

  /** Ports were taken or given back. Those that were free meanwhile are no longer those that were found. */
  changed(ports: () => PortSet): void {
    if (this.#leaks.size === 0) return;
    const taken = ports();
    for (const port of this.#leaks.keys()) if (!taken.has(port)) this.#leaks.delete(port);
  }

  /** `adopt`: a range that another server had goes over into ours; otherwise it is left alone, for that one still runs. */
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
      // Read after the ports: a Service that has one of them, and is written by now, is among them.
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
