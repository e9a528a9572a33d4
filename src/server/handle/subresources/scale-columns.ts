import { AGE, CREATED_AT, column, countAt, NAME, tableOf } from "../../../resources/define/column.ts";
import type { Shown } from "../../respond/answer.ts";

const SCALE = { group: "autoscaling", version: "v1" } as const;

/** A Scale of a built-in kind as a Table: replicas that are wanted and there. */
const BUILTIN: Shown = {
  ...SCALE,
  ...tableOf([
    { ...NAME, format: "" },
    column`Desired: integer ${countAt("spec.replicas")} replicas is the desired number of instances for the scaled object.`,
    column`Available: integer ${countAt("status.replicas")} replicas is the actual number of observed instances of the scaled object.`,
    AGE,
  ]),
};

/** That of a custom resource: name and age, as for every kind without columns of its own. */
const CUSTOM: Shown = {
  ...SCALE,
  ...tableOf([NAME, { ...CREATED_AT, cell: ({ metadata }) => metadata.creationTimestamp ?? null }]),
};

export const shownScale = (custom: boolean): Shown => (custom ? CUSTOM : BUILTIN);
