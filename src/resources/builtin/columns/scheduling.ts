import { AGE, type ColumnTable, column, NAME } from "./column.ts";

/** Columns of the group scheduling.k8s.io, by plural; names, types and descriptions are what clients see. */
export const schedulingColumns: ColumnTable = {
  priorityclasses: [
    NAME,
    column(
      "Value",
      "value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.",
      "integer",
    ),
    column(
      "Global-Default",
      "globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.",
      "boolean",
    ),
    AGE,
    column(
      "PreemptionPolicy",
      "preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.",
    ),
  ],
};
