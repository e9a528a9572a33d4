import type { Features } from "../../resources/features/features.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Views } from "../admit/views/views.ts";
import type { InternalWrites } from "../background/internal-requests.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import type { Log } from "../log.ts";
import { AddressPool } from "./address-pool.ts";
import { ipAddresses } from "./ip-addresses.ts";
import { NodePorts } from "./node-ports.ts";
import { AddressRepair } from "./repair-addresses.ts";
import { serviceAddresses } from "./service-addresses.ts";

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
  const { storage, views, cidr, random, writes, now, log } = options;
  const objects = views.of("ipaddresses");
  const pool = new AddressPool({ cidr, random, objects });
  const addresses = ipAddresses(writes, objects, log);
  const ports = new NodePorts({ storage, range: options.nodePorts, random, log });
  const { underWay } = pool;
  const addressRepair = new AddressRepair({ storage, addresses, underWay, now });
  return {
    sideWork: serviceAddresses({ pool, addresses, ports }, options.features),
    async repair(how) {
      await Promise.all([ports.repair(how), addressRepair.run()]);
    },
    close: () => ports.close(),
  };
}
