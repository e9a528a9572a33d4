import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The file of a store, read page by page without its library. */
export interface PageFile {
  readonly pageSize: number;
  /** Number of whole pages in the file. */
  readonly pages: number;
  /** One page, or the beginning of it; valid until the next call. Undefined beyond the end of the file. */
  read(page: number, length?: number): Buffer | undefined;
  /**
   * Returns `length` bytes from an offset in a page on, in memory of their own; undefined beyond the end of
   * the file.
   */
  copy(page: number, offset: number, length: number): Buffer | undefined;
  close(): void;
}

/** Opens a file of pages for reading. Throws the error of Node if that is not possible. */
export function openPageFile(path: string, pageSize: number): PageFile {
  const descriptor = openSync(path, "r");
  const pages = Math.floor(fstatSync(descriptor).size / pageSize);
  const shared = Buffer.alloc(pageSize);
  const readInto = (target: Buffer, position: number): Buffer | undefined =>
    readSync(descriptor, target, 0, target.length, position) === target.length ? target : undefined;
  return {
    pageSize,
    pages,
    read: (page, length = pageSize) => readInto(shared.subarray(0, length), page * pageSize),
    copy: (page, offset, length) => {
      const position = page * pageSize + offset;
      if (position + length > pages * pageSize) return undefined;
      return readInto(Buffer.alloc(length), position);
    },
    close: () => closeSync(descriptor),
  };
}
