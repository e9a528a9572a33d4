import type { Moment } from "../copy/places.ts";
import { assertFormat } from "./format.ts";
import { lockDirectory } from "./lock/directory-lock.ts";
import { openMoment } from "./moment.ts";
import { countIn, openTables, type Tables } from "./tables.ts";

/**
 * Reads a store whose numbers only the library can read (32-bit processors). No other process may open it
 * meanwhile. Rejects with `Failed`, also if a server uses the store.
 */
export async function readByLibrary(path: string): Promise<Moment> {
  const lock = await lockDirectory(path);
  let tables: Tables | undefined;
  const end = async (): Promise<void> => {
    await tables?.root.close();
    lock.release();
  };
  try {
    tables = openTables(path);
    assertFormat(path, tables.meta.get("format"), countIn(tables) === 0);
    const moment = openMoment(tables);
    const close = (): void => {
      moment.close();
      void end();
    };
    return { ...moment, close };
  } catch (error) {
    await end();
    throw error;
  }
}
