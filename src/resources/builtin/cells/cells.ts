import type { KubeObject } from "../../../api/meta.ts";
import type { Cell } from "../../kind.ts";

/** The cells of a Table row; `now` in milliseconds. */
export type MakeCells = (object: KubeObject, now: number) => readonly Cell[];

/** By plural. */
export type CellsTable = Readonly<Record<string, MakeCells>>;

const TABLES: Readonly<Record<string, CellsTable>> = {};

const NAME_ONLY: MakeCells = (object) => [object.metadata.name ?? ""];

/** Of an object in the hub version. */
export function cellsOf(group: string, plural: string): MakeCells {
  return TABLES[group]?.[plural] ?? NAME_ONLY;
}
