import { AGE, CREATED_AT, column, NAME } from "../../../resources/builtin/columns/column.ts";
import { ageOf, count, nameOf } from "../../../resources/define/cell.ts";
import type { Shown } from "../../respond/answer.ts";

const SCALE = { group: "autoscaling", version: "v1" } as const;

/** A Scale of a built-in kind as a Table: replicas that are wanted and there. */
const BUILTIN: Shown = {
  ...SCALE,
  columns: [
    { ...NAME, format: "" },
    column("Desired", "replicas is the desired number of instances for the scaled object.", "integer"),
    column(
      "Available",
      "replicas is the actual number of observed instances of the scaled object.",
      "integer",
    ),
    AGE,
  ],
  cells: (scale, now) => [
    nameOf(scale),
    count(scale, "spec.replicas"),
    count(scale, "status.replicas"),
    ageOf(scale, now),
  ],
};

/** That of a custom resource: name and age, as for every kind without columns of its own. */
const CUSTOM: Shown = {
  ...SCALE,
  columns: [NAME, CREATED_AT],
  cells: ({ metadata }) => [metadata.name ?? "", metadata.creationTimestamp ?? null],
};

export const shownScale = (custom: boolean): Shown => (custom ? CUSTOM : BUILTIN);
