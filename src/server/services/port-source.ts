import { isInRange } from "./port-range.ts";
import type { PortSet } from "./port-set.ts";

/** Where a Service gets its node ports from. Both throw a PortRefusal. */
export interface PortSource {
  /** Makes this port the Service's. */
  take(port: number): void;
  /** One that is free. */
  next(): number;
}

/** Why there is no port, in words that others put into a sentence. */
export class PortRefusal extends Error {}

const TAKEN = "provided port is already allocated";

/** Takes ports out of a set, and can put them back. */
export class TakingPorts implements PortSource {
  readonly taken: number[] = [];
  readonly #ports: PortSet;
  readonly #random: () => number;

  constructor(ports: PortSet, random: () => number) {
    this.#ports = ports;
    this.#random = random;
  }

  take(port: number): void {
    const { range } = this.#ports;
    if (!isInRange(range, port))
      throw new PortRefusal(
        `provided port is not in the valid range. The range of valid ports is ${range.text}`,
      );
    if (this.#ports.has(port)) throw new PortRefusal(TAKEN);
    this.#keep(port);
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

/** The first of the numbers that a dry run shows: no node port, but it tells that there will be one. */
const SHOWN = 32_769;

/** Takes nothing. As the reference, it looks at what is taken, and not at the range. */
export function tryingPorts(ports: PortSet): PortSource {
  const taken: number[] = [];
  return {
    take(port) {
      if (ports.has(port) || taken.includes(port)) throw new PortRefusal(TAKEN);
      taken.push(port);
    },
    next() {
      const port = taken.length === 0 ? SHOWN : Math.max(...taken) + 1;
      taken.push(port);
      return port;
    },
  };
}
