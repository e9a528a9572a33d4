import { invalidObject } from "../../api/validation/field-error.ts";
import { allChangedGates, type Features } from "../../resources/features/features.ts";
import { readyForAllocation } from "../../resources/kinds/core/service/allocation.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import { portsOf } from "./assign-ports.ts";
import { addressesOf } from "./ip-addresses.ts";
import { release, ServiceClaims, type Sources, tryOut } from "./service-claims.ts";

/**
 * Cluster addresses and node ports. They are assigned when a Service is written, and returned when it is
 * deleted or changes its type. Both are stored before the Service, as in the reference, so that several
 * servers over one store assign none twice: an address as an IPAddress, which only one server can create, a
 * port in an object that all servers change.
 */
export function serviceAddresses(sources: Sources, features: Features): SideWork {
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
