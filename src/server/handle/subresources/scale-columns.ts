import { compileColumns, DECLARED_AGE } from "../../../resources/custom/columns.ts";
import { AGE, column, countAt, NAME, tableOf } from "../../../resources/define/column.ts";
import type { Shown } from "../../respond/answer.ts";

const SCALE = { group: "autoscaling", version: "v1" } as const;

/** Columns of a Scale of a built-in kind: desired and present replicas. */
const BUILTIN: Shown = {
  ...SCALE,
  ...tableOf([
    { ...NAME, format: "" },
    column`Desired: integer ${countAt("spec.replicas")} replicas is the desired number of instances for the scaled object.`,
    column`Available: integer ${countAt("status.replicas")} replicas is the actual number of observed instances of the scaled object.`,
    AGE,
  ]),
};

/** Columns of a Scale of a custom resource, as if its definition declared them. */
const CUSTOM: Shown = {
  ...SCALE,
  goType: "v1.Scale",
  ...compileColumns([
    {
      name: "Desired",
      type: "integer",
      description: "Number of desired replicas",
      jsonPath: ".spec.replicas",
    },
    {
      name: "Available",
      type: "integer",
      description: "Number of actual replicas",
      jsonPath: ".status.replicas",
    },
    DECLARED_AGE,
  ]),
};

/** Columns of a Scale; those of custom resources differ. */
export const shownScale = (custom: boolean): Shown => (custom ? CUSTOM : BUILTIN);
