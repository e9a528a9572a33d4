import { internalError } from "../../api/status.ts";
import type { ObjectsView } from "../admit/views/views.ts";
import { type IpRange, parseIpRange } from "./ip-range.ts";

interface AddressPoolOptions {
  /** IPv4. */
  readonly cidr: string;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** View over IPAddresses. Every address of a Service has one; the repair at the start creates missing ones. */
  readonly objects: ObjectsView;
}

/**
 * The addresses of a range, with the knowledge of this server about free ones. The creation of the IPAddress
 * decides who gets an address.
 */
export class AddressPool {
  /** Addresses for Services that are being written. */
  readonly underWay = new Set<string>();
  readonly #options: AddressPoolOptions;
  readonly #range: IpRange;
  /** Number of the lowest addresses that are kept for clients with a wish for a specific address. */
  readonly #lowerBand: number;

  constructor(options: AddressPoolOptions) {
    this.#options = options;
    this.#range = parseIpRange(options.cidr);
    const { size } = this.#range;
    this.#lowerBand = size <= 16 ? 0 : Math.min(256, Math.max(16, Math.floor(size / 16)));
  }

  get cidr(): string {
    return this.#options.cidr;
  }

  /** The network's own address, which a dry run shows. */
  get first(): string {
    return this.#range.address(0);
  }

  contains(address: string): boolean {
    return this.#range.contains(address);
  }

  /** Returns a free address. Throws the StatusError of a full range. */
  choose(): string {
    const band = this.#lowerBand;
    const address = this.#pick(1 + band, this.#range.size - 2) ?? this.#pick(1, band);
    if (address === undefined) throw internalError("failed to allocate a serviceIP: range is full");
    return address;
  }

  /** Returns a free address between `first` and `last`, searched from a random position. */
  #pick(first: number, last: number): string | undefined {
    const count = last - first + 1;
    const start = Math.floor(this.#options.random() * count);
    for (let i = 0; i < count; i++) {
      const address = this.#range.address(first + ((start + i) % count));
      if (this.#isFree(address)) return address;
    }
    return undefined;
  }

  #isFree(address: string): boolean {
    return !this.underWay.has(address) && this.#options.objects.get("", address) === undefined;
  }
}
