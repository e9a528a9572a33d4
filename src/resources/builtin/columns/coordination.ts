import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group coordination.k8s.io, by plural; names, types and descriptions are what clients see. */
export const coordinationColumns: ColumnTable = {
  leases: [
    NAME,
    column(
      "Holder",
      "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
    ),
    AGE,
  ],
};
