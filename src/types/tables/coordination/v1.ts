/** The types of coordination/v1; the notation is explained in `notation.ts`. */
export const coordinationV1 = `
Lease ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:LeaseSpec!
LeaseList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Lease!
LeaseSpec holderIdentity=1:s? leaseDurationSeconds=2:i? acquireTime=3:M? renewTime=4:M?
  leaseTransitions=5:i? strategy=6:s:CoordinatedLeaseStrategy? preferredHolder=7:s?
`;
