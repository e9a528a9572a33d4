import { isInRange, type PortRange } from "./port-range.ts";

/** The taken ports of a range, one bit for each port. */
export class PortSet {
  readonly range: PortRange;
  /** The first port is the lowest bit of the first byte. */
  readonly #bits: Uint8Array;

  /**
   * `data`: a big number in base64 with the highest byte first, as kube-apiserver stores it. Bits beyond the
   * range are dropped.
   */
  constructor(range: PortRange, data = "") {
    this.range = range;
    const size = range.last - range.first + 1;
    this.#bits = new Uint8Array(Math.ceil(size / 8));
    this.#bits.set(Buffer.from(data, "base64").reverse().subarray(0, this.#bits.length));
    if (size % 8 !== 0) this.#bits[this.#bits.length - 1] = (this.#bits.at(-1) ?? 0) & (2 ** (size % 8) - 1);
  }

  /** The data without leading zeros. */
  get data(): string {
    const bytes = Buffer.from(this.#bits).reverse();
    const start = bytes.findIndex((byte) => byte !== 0);
    return (start < 0 ? bytes.subarray(0, 0) : bytes.subarray(start)).toString("base64");
  }

  /** Returns false for a port outside of the range. */
  has(port: number): boolean {
    const at = port - this.range.first;
    return isInRange(this.range, port) && (this.#bits[at >> 3]! & (1 << (at & 7))) !== 0;
  }

  add(port: number): void {
    const at = port - this.range.first;
    if (isInRange(this.range, port)) this.#bits[at >> 3] = this.#bits[at >> 3]! | (1 << (at & 7));
  }

  delete(port: number): void {
    if (!this.has(port)) return;
    const at = port - this.range.first;
    this.#bits[at >> 3] = this.#bits[at >> 3]! & ~(1 << (at & 7));
  }

  list(): number[] {
    const { first, last } = this.range;
    return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((port) => this.has(port));
  }

  /** Returns a free port, searched from a random position, or undefined if there is none. */
  pick(random: () => number): number | undefined {
    const { first, last } = this.range;
    const start = first + lowerBand(last - first + 1);
    return this.#pickFrom(start, last, random) ?? this.#pickFrom(first, start - 1, random);
  }

  #pickFrom(first: number, last: number, random: () => number): number | undefined {
    const count = last - first + 1;
    const start = Math.floor(random() * count);
    for (let i = 0; i < count; i++) {
      const port = first + ((start + i) % count);
      if (!this.has(port)) return port;
    }
    return undefined;
  }
}

/**
 * Number of the lowest ports that are kept for clients with a wish for a specific port, as long as there are
 * others.
 */
const lowerBand = (size: number): number =>
  size <= 16 ? 0 : Math.min(128, Math.max(16, Math.floor(size / 32)));
