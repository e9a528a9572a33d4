import type { Network } from "../../crypto/x509/name-constraints.ts";
import { addressText } from "./address-text.ts";

/** Networks by prefix length: an address is looked up once for each length, however many networks there are. */
export class NetworkSet {
  readonly #byPrefix = new Map<string, Map<string, Network>>();

  constructor(networks: readonly Network[]) {
    for (const network of networks.toSorted((a, b) => a.prefix - b.prefix)) {
      const size = `${network.address.length}/${network.prefix}`;
      const same = this.#byPrefix.get(size) ?? new Map<string, Network>();
      this.#byPrefix.set(size, same.set(masked(network.address, network.prefix), network));
    }
  }

  /** Returns the widest network that contains an address, in Go's notation. */
  covering(address: Buffer): string | undefined {
    for (const [size, networks] of this.#byPrefix) {
      const [length, prefix] = size.split("/").map(Number);
      const found = length === address.length ? networks.get(masked(address, prefix ?? 0)) : undefined;
      if (found !== undefined) return `${addressText(found.address)}/${found.prefix}`;
    }
    return undefined;
  }
}

/** Returns the address with all bits after the prefix set to zero, as a text of its bytes. */
function masked(address: Buffer, prefix: number): string {
  const copy = Buffer.from(address);
  for (let i = 0; i < copy.length; i++) {
    const bits = Math.min(8, Math.max(0, prefix - 8 * i));
    copy[i] = (copy[i] ?? 0) & (0xff00 >> bits);
  }
  return copy.toString("latin1");
}
