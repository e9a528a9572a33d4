import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group policy, by plural; names, types and descriptions are what clients see. */
export const policyColumns: ColumnTable = {
  poddisruptionbudgets: [
    NAME,
    column("Min Available", "The minimum number of pods that must be available."),
    column("Max Unavailable", "The maximum number of pods that may be unavailable."),
    column("Allowed Disruptions", "Calculated number of pods that may be disrupted at this time.", "integer"),
    AGE,
  ],
};
