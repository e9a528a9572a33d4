import { type ColumnTable, CREATED_AT, NAME } from "./column.ts";

/** Columns of the group apiextensions.k8s.io, by plural; names, types and descriptions are what clients see. */
export const apiextensionsColumns: ColumnTable = {
  customresourcedefinitions: [NAME, CREATED_AT],
};
