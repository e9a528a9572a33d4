import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group apiregistration.k8s.io, by plural; names, types and descriptions are what clients see. */
export const apiregistrationColumns: ColumnTable = {
  apiservices: [
    NAME,
    column("Service", "The reference to the service that hosts this API endpoint."),
    column("Available", "Whether this service is available."),
    AGE,
  ],
};
