import type { KubeObject } from "../../api/meta.ts";
import type { Cell, Column } from "../kind.ts";
import {
  ageOf,
  at,
  containerCells,
  count,
  flag,
  formatLabels,
  formatSelector,
  type MakeCell,
  nameOf,
  optionalText,
  text,
} from "./cell.ts";

/** A column of a Table together with what stands in it; objects are in the hub version. */
export interface ShownColumn extends Column {
  readonly cell: MakeCell;
  /** The reference writes the cell into rows and does not declare the column. */
  readonly undeclared?: true;
}

/** A column that is always shown. */
export const column = (
  name: string,
  description: string,
  cell: MakeCell,
  type = "string",
  format = "",
): ShownColumn => ({ name, type, format, description, priority: 0, cell });

/** A column of `-o wide`. */
export const wide = (
  name: string,
  description: string,
  cell: MakeCell,
  type = "string",
  format = "",
): ShownColumn => ({ name, type, format, description, priority: 1, cell });

export const NAME = column(
  "Name",
  "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  nameOf,
  "string",
  "name",
);

const CREATION_TIMESTAMP =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

export const AGE = column("Age", CREATION_TIMESTAMP, ageOf);

export const CREATED_AT = column(
  "Created At",
  CREATION_TIMESTAMP,
  ({ metadata }) => metadata.creationTimestamp ?? "",
  "date",
);

/** Names and images of the containers of the pods that an object makes; `path` leads to their spec. */
export const containerColumns = (path: string): readonly ShownColumn[] => [
  wide(
    "Containers",
    "Names of each container in the template.",
    (object) => containerCells(at(object, path))[0],
  ),
  wide(
    "Images",
    "Images referenced by each container in the template.",
    (object) => containerCells(at(object, path))[1],
  ),
];

/** Cells that show a field as it is. */
export const textAt =
  (path: string, absent = ""): MakeCell =>
  (object) =>
    text(object, path, absent);

export const optionalTextAt =
  (path: string, absent: string): MakeCell =>
  (object) =>
    optionalText(object, path, absent);

export const countAt =
  (path: string): MakeCell =>
  (object) =>
    count(object, path);

export const flagAt =
  (path: string, absent = false): MakeCell =>
  (object) =>
    flag(object, path, absent);

export const labelsAt =
  (path: string): MakeCell =>
  (object) =>
    formatLabels(at(object, path));

export const selectorAt =
  (path: string, empty = "<none>", wrong = "<error>"): MakeCell =>
  (object) =>
    formatSelector(at(object, path), empty, wrong);

/** How rows are made of columns. */
export interface TableFacts {
  readonly columns: readonly Column[];
  cells(object: KubeObject, now: number): readonly Cell[];
}

/** What a Table shows of objects; those without columns have their name as the only cell. */
export function tableOf(shown: readonly ShownColumn[]): TableFacts {
  const makers = shown.length === 0 ? [nameOf] : shown.map(({ cell }) => cell);
  return {
    columns: shown.filter(({ undeclared }) => undeclared !== true).map(({ cell: _, ...column }) => column),
    cells: (object, now) => makers.map((cell) => cell(object, now)),
  };
}
