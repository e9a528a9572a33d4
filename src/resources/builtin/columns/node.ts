import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group node.k8s.io, by plural; names, types and descriptions are what clients see. */
export const nodeColumns: ColumnTable = {
  runtimeclasses: [NAME, column("Handler", ""), AGE],
};
