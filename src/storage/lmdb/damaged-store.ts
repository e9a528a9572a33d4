import { basename, dirname } from "node:path";
import { DamagedStoreError, type DamageReport } from "../damaged-store-error.ts";
import { textOfDamage } from "./file/damage.ts";
import { inspectStore, type ToldOfObject } from "./file/inspect-store.ts";

/**
 * Throws `DamagedStoreError` if the file exists and is damaged, except in the value of an object. Reads all
 * of its pages, and parses no values. `told`: called for each object, if the layout of the file is known.
 */
export function assertWhole(path: string, told?: ToldOfObject): void {
  const inspection = inspectStore(path, told);
  if (inspection === undefined || inspection.damage.length === 0) return;
  const { readable, expected } = inspection;
  const damage = [...inspection.damage, ...inspection.damagedObjects].map(textOfDamage);
  throw damagedStore(path, { damage, readable, ...(expected !== undefined && { expected }) });
}

/** Returns the error with advice for the user. `path`: the folder of the file itself. */
export function damagedStore(path: string, report: Omit<DamageReport, "advice">): DamagedStoreError {
  const folder = basename(path) === "data" ? dirname(path) : path;
  const advice = `\`sallyport storage check ${folder}\` lists all that is wrong; \`sallyport storage salvage ${folder} FILE\` writes all readable objects into a snapshot, also those that the index does not find`;
  return new DamagedStoreError(path, { ...report, advice });
}
