import { isInRange } from "./port-range.ts";
import type { PortSet } from "./port-set.ts";

/** Source of node ports for a Service. Both methods throw a PortRefusal. */
export interface PortSource {
  /** Takes this port for the Service, and returns it. */
  take(port: number): number;
  /** Takes a free port and returns it. */
  next(): number;
}

/** Reason why there is no port, as a part of a sentence. */
export class PortRefusal extends Error {}

const TAKEN = "provided port is already allocated";

/** Takes ports from a set, and can return them. */
export class TakingPorts implements PortSource {
  readonly taken: number[] = [];
  readonly #ports: PortSet;
  readonly #random: () => number;

  constructor(ports: PortSet, random: () => number) {
    this.#ports = ports;
    this.#random = random;
  }

  take(port: number): number {
    const { range } = this.#ports;
    if (!isInRange(range, port))
      throw new PortRefusal(
        `provided port is not in the valid range. The range of valid ports is ${range.text}`,
      );
    if (this.#ports.has(port)) throw new PortRefusal(TAKEN);
    return this.#keep(port);
  }

  next(): number {
    const port = this.#ports.pick(this.#random);
    if (port === undefined) throw new PortRefusal("range is full");
    return this.#keep(port);
  }

  undo(): void {
    for (const port of this.taken.splice(0)) this.#ports.delete(port);
  }

  #keep(port: number): number {
    this.#ports.add(port);
    this.taken.push(port);
    return port;
  }
}

/** First port number that a dry run shows. It is not a node port, but shows that there will be one. */
const SHOWN = 32_769;

/** A source for dry runs, which takes no port. Like the reference, it checks the taken ports and not the range. */
export function tryingPorts(ports: PortSet): PortSource {
  const taken: number[] = [];
  const keep = (port: number): number => {
    taken.push(port);
    return port;
  };
  return {
    take(port) {
      if (ports.has(port) || taken.includes(port)) throw new PortRefusal(TAKEN);
      return keep(port);
    },
    next: () => keep(taken.length === 0 ? SHOWN : Math.max(...taken) + 1),
  };
}
