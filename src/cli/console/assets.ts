import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** A file of the page, as it is and compressed. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzip: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The built page, read once: no path that a client sends reaches the file system. */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder).filter((name) => TYPES[extname(name)] !== undefined);
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [`/${name}`, { type: TYPES[extname(name)] ?? "", bytes, gzip: gzipSync(bytes) }];
    }),
  );
}
