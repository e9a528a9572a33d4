// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type LeaseSpec = {
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  acquireTime?: string | undefined;
  renewTime?: string | undefined;
  leaseTransitions?: number | undefined;
  strategy?: string | undefined;
  preferredHolder?: string | undefined;
};
