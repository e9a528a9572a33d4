import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import { invalidObject } from "../../api/validation/field-error.ts";
import { allChangedGates, type Features } from "../../resources/features/features.ts";
import { readyForAllocation } from "../../resources/kinds/core/service/allocation.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Views } from "../admit/views/views.ts";
import type { InternalWrites, SideWork } from "../handle/write/writes.ts";
import type { Log } from "../log.ts";
import { AddressPool } from "./address-pool.ts";
import { portsOf } from "./assign-ports.ts";
import { addressesOf, type IpAddresses, ipAddresses, isAllocated, keyOf, ownerOf } from "./ip-addresses.ts";
import { NodePorts } from "./node-ports.ts";
import { release, ServiceClaims, type Sources, tryOut } from "./service-claims.ts";

interface AllocationOptions {
  readonly storage: Storage;
  readonly views: Views;
  /** IPv4. */
  readonly cidr: string;
  /** `30000-32767`. */
  readonly nodePorts: string;
  /** Random number in [0, 1). */
  readonly random: () => number;
  readonly now: () => number;
  readonly log: Log;
  readonly features: Features;
  /** Internal writes, not called before the first request. */
  readonly writes: () => InternalWrites;
}

/** Allocation of addresses and ports to Services, and its repair after errors. */
export interface ServiceAllocation {
  readonly sideWork: SideWork;
  /**
   * Runs the repair. `adopt`: takes over node ports with the range of another server. Rejects with the
   * storage's error.
   */
  repair(how: { adopt: boolean }): Promise<void>;
  close(): void;
}

/** Returns the allocation. The caller closes it. */
export function serviceAllocation(options: AllocationOptions): ServiceAllocation {
  const { storage, views, cidr, random, writes, log } = options;
  const objects = views.of("ipaddresses");
  const pool = new AddressPool({ cidr, random, objects });
  const addresses = ipAddresses(writes, objects, log);
  const ports = new NodePorts({ storage, range: options.nodePorts, random, log });
  const repairAddresses = addressRepair(options, addresses, pool.underWay);
  return {
    sideWork: serviceAddresses({ pool, addresses, ports }, options.features),
    async repair(how) {
      await Promise.all([ports.repair(how), repairAddresses()]);
    },
    close: () => ports.close(),
  };
}

/**
 * Cluster addresses and node ports. They are assigned when a Service is written, and returned when it is
 * deleted or changes its type. Both are stored before the Service, as in the reference, so that several
 * servers over one store assign none twice: an address as an IPAddress, which only one server can create, a
 * port in an object that all servers change.
 */
function serviceAddresses(sources: Sources, features: Features): SideWork {
  const settings = { changedGates: allChangedGates(features) };
  return {
    begin(object, old, dryRun) {
      const errors = readyForAllocation(object, old, settings);
      if (errors.length > 0)
        throw invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", errors);
      if (!dryRun) return new ServiceClaims(sources, object, old);
      tryOut(sources, object, old);
      return undefined;
    },
    removed: (object) => release(sources, object, addressesOf(object), portsOf(object)),
  };
}

/**
 * Time in milliseconds before an address without a Service is deleted: its Service may be about to be
 * written, or its removal is in progress.
 */
const GRACE_MS = 60_000;

/**
 * Returns a function that creates missing IPAddresses for the addresses of Services, and deletes managed ones
 * without a Service. Any number of servers may run it.
 */
function addressRepair(
  { storage, now }: Pick<AllocationOptions, "storage" | "now">,
  addresses: IpAddresses,
  underWay: ReadonlySet<string>,
): () => Promise<void> {
  /** Times by uid since which an IPAddress is known to have no Service. */
  let unowned = new Map<string, number>();
  const read = async (resource: string): Promise<KubeObject[]> => {
    const { entries } = await storage.list(`/registry/${resource}/`);
    return entries.map(({ document }) => objectIn(document));
  };
  const leaked = (objects: readonly KubeObject[], services: readonly KubeObject[]): KubeObject[] => {
    const owned = new Set(
      services.flatMap((service) => addressesOf(service).map((address) => `${keyOf(service)} ${address}`)),
    );
    const found = objects.filter(
      (object) =>
        isAllocated(object) &&
        !underWay.has(object.metadata.name ?? "") &&
        !owned.has(`${ownerOf(object)} ${object.metadata.name}`),
    );
    const before = unowned;
    unowned = new Map(found.map(({ metadata: { uid = "" } }) => [uid, before.get(uid) ?? now()] as const));
    return found.filter(({ metadata: { uid = "" } }) => now() - (unowned.get(uid) ?? now()) >= GRACE_MS);
  };
  return async () => {
    // Read before the Services: the Service of an address that is in this list is stored by then, if it was
    // written.
    const objects = await read("ipaddresses");
    const services = await read("services/specs");
    const known = new Set(objects.map(({ metadata }) => metadata.name ?? ""));
    const missing = services.flatMap((service) =>
      addressesOf(service)
        .filter((address) => !known.has(address))
        .map((address) => addresses.createMissing(address, service)),
    );
    await Promise.all([...missing, ...leaked(objects, services).map(addresses.removeOne)]);
  };
}
