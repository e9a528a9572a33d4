import type { KubeObject } from "../../api/meta.ts";
import { ZERO_TIME } from "../../api/time.ts";
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

/** A column of a table, and the function that builds its cells from objects in the hub version. */
export interface ShownColumn extends Column {
  readonly cell: MakeCell;
  /** The cell is part of the rows, but the column is not declared, as in the reference. */
  readonly undeclared?: true;
}

type MakeColumn = (texts: TemplateStringsArray, cell: MakeCell, ...words: readonly string[]) => ShownColumn;

/**
 * A column that is always shown: `Name: ${cell} Description.` A type other than `string` is written before
 * the cell.
 */
export const column: MakeColumn = (texts, cell, ...words) => read(texts, cell, words, 0);

/** A column of `-o wide`. */
export const wide: MakeColumn = (texts, cell, ...words) => read(texts, cell, words, 1);

function read(
  texts: readonly string[],
  cell: MakeCell,
  words: readonly string[],
  priority: number,
): ShownColumn {
  const [head = "", first = "", ...others] = texts;
  const [name = "", written = ""] = head.split(": ");
  const [type = "", format = ""] = written.trim().split("/");
  const description = [first.slice(1), ...others.flatMap((text, i) => [words[i] ?? "", text])].join("");
  return { name, type: type || "string", format, description, priority, cell };
}

export const NAME = column`Name: string/name ${nameOf} Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names`;

const CREATION_TIMESTAMP =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

export const AGE = { ...column`Age: ${ageOf}`, description: CREATION_TIMESTAMP };

/** Objects without a creation time occur only in bookmarks of watches. */
const createdAt: MakeCell = ({ metadata }) => metadata.creationTimestamp ?? ZERO_TIME;

export const CREATED_AT = { ...column`Created At: date ${createdAt}`, description: CREATION_TIMESTAMP };

/** Columns with names and images of the containers in a pod template; `path` is the path of its pod spec. */
export const containerColumns = (path: string): readonly ShownColumn[] => [
  wide`Containers: ${(object) => containerCells(at(object, path))[0]} Names of each container in the template.`,
  wide`Images: ${(object) => containerCells(at(object, path))[1]} Images referenced by each container in the template.`,
];

/** Builds a cell from a text field, without a change. */
export const textAt =
  (path: string, absent = ""): MakeCell =>
  (object) =>
    text(object, path, absent);

/** Builds a cell from a text field that may be absent. */
export const optionalTextAt =
  (path: string, absent: string): MakeCell =>
  (object) =>
    optionalText(object, path, absent);

/** Builds a cell from a number; 0 if it is absent. */
export const countAt =
  (path: string): MakeCell =>
  (object) =>
    count(object, path);

/** Builds a cell from a boolean. */
export const flagAt =
  (path: string, absent = false): MakeCell =>
  (object) =>
    flag(object, path, absent);

/** Builds a cell from a map of labels: `a=b,c=d`. */
export const labelsAt =
  (path: string): MakeCell =>
  (object) =>
    formatLabels(at(object, path));

/** Builds a cell from a label selector. */
export const selectorAt =
  (path: string, empty = "<none>", wrong = "<error>"): MakeCell =>
  (object) =>
    formatSelector(at(object, path), empty, wrong);

/** Columns of a table, and the cells of each row. */
export interface TableFacts {
  readonly columns: readonly Column[];
  cells(object: KubeObject, now: number): readonly Cell[];
}

/** Builds the table of a kind. Without columns, the name of an object is its only cell. */
export function tableOf(shown: readonly ShownColumn[]): TableFacts {
  const makers = shown.length === 0 ? [nameOf] : shown.map(({ cell }) => cell);
  return {
    columns: shown.filter(({ undeclared }) => undeclared !== true).map(({ cell: _, ...column }) => column),
    cells: (object, now) => makers.map((cell) => cell(object, now)),
  };
}
