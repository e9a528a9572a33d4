// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Optional } from "../../optional.ts";

export type LeaseSpec = Optional<{
  holderIdentity: string;
  leaseDurationSeconds: number;
  acquireTime: string;
  renewTime: string;
  leaseTransitions: number;
  strategy: string;
  preferredHolder: string;
}>;
