import { internalError } from "../../api/status.ts";
import type { ObjectsView } from "../views/views.ts";
import { type IpRange, parseIpRange } from "./ip-range.ts";

export interface AddressPoolOptions {
  /** IPv4. */
  readonly cidr: string;
  /** In [0, 1). */
  readonly random: () => number;
  /** The IPAddresses: every address of a Service has one, the repair at the start sees to it. */
  readonly objects: ObjectsView;
}

/** The addresses of a range, as far as this server knows which are free: who creates the IPAddress has it. */
export class AddressPool {
  /** On their way to a Service. */
  readonly underWay = new Set<string>();
  readonly #options: AddressPoolOptions;
  readonly #range: IpRange;
  /** So many of the lowest are left to those who ask for an address. */
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

  /** That of the network: a dry run shows it. */
  get first(): string {
    return this.#range.address(0);
  }

  contains(address: string): boolean {
    return this.#range.contains(address);
  }

  /** One that is free. Throws the StatusError of a range that is full. */
  choose(): string {
    const band = this.#lowerBand;
    const address = this.#pick(1 + band, this.#range.size - 2) ?? this.#pick(1, band);
    if (address === undefined) throw internalError("failed to allocate a serviceIP: range is full");
    return address;
  }

  /** From a random place on. */
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
