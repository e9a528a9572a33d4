import { existsSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import { DATA_FILE } from "../store-files.ts";
import type { Damage } from "./damage.ts";
import { readMetaPages } from "./meta-pages.ts";
import { checkValue, type FoundObject, findObject } from "./object-entry.ts";
import { openPageFile } from "./page-file.ts";
import { readTrees } from "./read-trees.ts";

/** Result of reading a store's file without the library, which ends the process if the file is damaged. */
export interface Inspection {
  readonly damage: readonly Damage[];
  /** Objects whose values are not those that were written: all else can be read in spite of them. */
  readonly damagedObjects: readonly Damage[];
  /** Number of objects that can be read. */
  readonly readable: number;
  /** Expected number of objects; undefined if the store has no record of it. */
  readonly expected: number | undefined;
}

/** Called for each object, in the order of their keys. `complaint`: problem of its value, if that is damaged. */
export type ToldOfObject = (object: FoundObject, complaint: string | undefined) => void;

/** Reads the pages of a store that is there, and the checksums of its values. Undefined where they have another layout. */
export function inspectStore(path: string, told?: ToldOfObject): Inspection | undefined {
  const name = join(path, DATA_FILE);
  if (!existsSync(name) || !isLayoutKnown) return undefined;
  const { pageSize, metas, damage } = readMetaPages(name);
  const [meta] = metas;
  if (meta === undefined) return { damage, damagedObjects: [], readable: 0, expected: undefined };
  const file = openPageFile(name, pageSize);
  const damagedObjects: Damage[] = [];
  try {
    const trees = readTrees(file, meta, {
      note: () => {},
      object(entry, moment) {
        const found = findObject(entry, moment);
        if (typeof found === "string") return found;
        const complaint = checkValue(entry, found, moment);
        if (complaint !== undefined) damagedObjects.push({ page: entry.page, message: complaint });
        told?.(found, complaint);
        return undefined;
      },
    });
    const readable = trees.found - damagedObjects.length;
    return { damage: [...damage, ...trees.damage], damagedObjects, readable, expected: trees.expected };
  } finally {
    file.close();
  }
}

/** Else numbers have another length, or another order of bytes. */
export const isLayoutKnown = endianness() === "LE" && !["arm", "ia32"].includes(process.arch);
