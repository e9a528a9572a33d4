import type { Shown } from "../../respond/answer.ts";

/** A Scale as a Table: name and age, as for every kind without columns of its own. */
export const shownScale: Shown = {
  group: "autoscaling",
  version: "v1",
  columns: [
    { name: "Name", type: "string", format: "name", description: "Name of the resource", priority: 0 },
    { name: "Created At", type: "date", format: "", description: "When it was created", priority: 0 },
  ],
  cells: ({ metadata }) => [metadata.name ?? "", metadata.creationTimestamp ?? null],
};
