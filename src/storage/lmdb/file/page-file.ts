import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The file of a store, read page by page without its library. */
export interface PageFile {
  readonly pageSize: number;
  /** Number of whole pages in the file. */
  readonly pages: number;
  /** One page; valid until the next call. Undefined beyond the end of the file. */
  read(page: number): Buffer | undefined;
  /**
   * Returns `length` bytes from an offset in a page on, in memory of their own; undefined beyond the end of
   * the file.
   */
  copy(page: number, offset: number, length: number): Buffer | undefined;
  close(): void;
}

/** Number of pages that are read at once where pages are asked for in the order of the file. */
const RUN = 32;

/**
 * Opens a file of pages for reading. The pages that are asked for must not change from then on. Throws the error of Node if
 * that is not possible.
 */
export function openPageFile(path: string, pageSize: number): PageFile {
  const descriptor = openSync(path, "r");
  const pages = Math.floor(fstatSync(descriptor).size / pageSize);
  const run = Buffer.alloc(RUN * pageSize);
  /** Pages that `run` has. */
  let [first, end] = [0, 0];
  const readInto = (target: Buffer, position: number): Buffer | undefined =>
    readSync(descriptor, target, 0, target.length, position) === target.length ? target : undefined;
  return {
    pageSize,
    pages,
    read(page) {
      if (page < first || page >= end) {
        const count = page === end ? Math.min(RUN, pages - page) : 1;
        [first, end] = [page, page];
        if (page >= pages || readInto(run.subarray(0, count * pageSize), page * pageSize) === undefined)
          return undefined;
        end = page + count;
      }
      return run.subarray((page - first) * pageSize, (page - first + 1) * pageSize);
    },
    copy: (page, offset, length) => {
      const position = page * pageSize + offset;
      if (position + length > pages * pageSize) return undefined;
      return readInto(Buffer.alloc(length), position);
    },
    close: () => closeSync(descriptor),
  };
}
