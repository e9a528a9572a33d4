import { readFreePages } from "./free-pages.ts";
import { isLayoutKnown } from "./inspect-store.ts";
import { readMetaPages } from "./meta-pages.ts";
import { openPageFile } from "./page-file.ts";

/**
 * Returns the bytes in free pages of a store that is not being written; 0 if the file has another layout.
 * Reads only the list of free pages.
 */
export function freeBytes(name: string): number {
  if (!isLayoutKnown) return 0;
  const { pageSize, metas } = readMetaPages(name);
  const [meta] = metas;
  if (meta === undefined) return 0;
  const file = openPageFile(name, pageSize);
  try {
    const moment = { file, ...meta, reached: new Uint8Array(file.pages) };
    const free = readFreePages(moment, meta.free, () => {});
    return free.reduce((sum, isFree) => sum + isFree, 0) * pageSize;
  } finally {
    file.close();
  }
}
