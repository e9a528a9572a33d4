import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import type { Storage } from "../../storage/storage.ts";
import { addressesOf, type IpAddresses, isAllocated, keyOf, ownerOf } from "./ip-addresses.ts";

/**
 * Time in milliseconds before an address without a Service is deleted: its Service may be about to be
 * written, or its removal is in progress.
 */
const GRACE_MS = 60_000;

interface AddressRepairOptions {
  readonly storage: Storage;
  readonly addresses: IpAddresses;
  /** Addresses for Services that are being written on this server. */
  readonly underWay: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Creates missing IPAddresses for the addresses of Services, and deletes managed ones without a Service. Any
 * number of servers may run it.
 */
export class AddressRepair {
  readonly #options: AddressRepairOptions;
  /** Times by uid since which an IPAddress is known to have no Service. */
  #unowned = new Map<string, number>();

  constructor(options: AddressRepairOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { addresses } = this.#options;
    // Read before the Services: the Service of an address that is in this list is stored by then, if it was
    // written.
    const objects = await this.#read("ipaddresses");
    const services = await this.#read("services/specs");
    const known = new Set(objects.map(({ metadata }) => metadata.name ?? ""));
    const missing = services.flatMap((service) =>
      addressesOf(service)
        .filter((address) => !known.has(address))
        .map((address) => addresses.createMissing(address, service)),
    );
    await Promise.all([...missing, ...this.#leaked(objects, services).map(addresses.removeOne)]);
  }

  async #read(resource: string): Promise<KubeObject[]> {
    const { entries } = await this.#options.storage.list(`/registry/${resource}/`);
    return entries.map(({ document }) => objectIn(document));
  }

  #leaked(objects: readonly KubeObject[], services: readonly KubeObject[]): KubeObject[] {
    const { underWay, now } = this.#options;
    const owned = new Set(
      services.flatMap((service) => addressesOf(service).map((address) => `${keyOf(service)} ${address}`)),
    );
    const unowned = objects.filter(
      (object) =>
        isAllocated(object) &&
        !underWay.has(object.metadata.name ?? "") &&
        !owned.has(`${ownerOf(object)} ${object.metadata.name}`),
    );
    const before = this.#unowned;
    this.#unowned = new Map(
      unowned.map(({ metadata: { uid = "" } }) => [uid, before.get(uid) ?? now()] as const),
    );
    return unowned.filter(
      ({ metadata: { uid = "" } }) => now() - (this.#unowned.get(uid) ?? now()) >= GRACE_MS,
    );
  }
}
