import type { Moment } from "../copy/places.ts";
import { lockDirectory } from "./directory-lock.ts";
import { assertFormat } from "./format.ts";
import { openMoment } from "./moment.ts";
import { openTables } from "./tables.ts";

/**
 * Reads a store where only the library knows how numbers lie in the file (32-bit processors). Nobody else may open it
 * meanwhile. Throws `Failed`, also when a server works on it.
 */
export function readByLibrary(path: string): Moment {
  const lock = lockDirectory(path);
  try {
    const tables = openTables(path);
    const moment = openMoment(tables);
    const close = (): void => {
      moment.close();
      void tables.root.close().finally(() => lock.release());
    };
    try {
      assertFormat(path, tables.meta.get("format"), moment.count === 0);
    } catch (error) {
      close();
      throw error;
    }
    return { ...moment, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
