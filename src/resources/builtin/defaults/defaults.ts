import type { KubeObject } from "../../../api/meta.ts";

/** Fills in the defaults of one kind, in place. */
export type ApplyDefaults = (object: KubeObject) => void;

/** By kind. */
export type DefaultsTable = Readonly<Record<string, ApplyDefaults>>;

const TABLES: Readonly<Record<string, DefaultsTable>> = {};

const NOTHING: ApplyDefaults = () => {};

/** `table`: `core/v1`. Kinds without defaults of their own get a function that does nothing. */
export function defaultsOf(table: string, kind: string): ApplyDefaults {
  return TABLES[table]?.[kind] ?? NOTHING;
}
