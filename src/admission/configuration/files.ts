import { type Dirent, readdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { readText, readTextNow } from "../../disk/read-text.ts";
import { messageOf } from "../../report/describe-error.ts";

/** File access of the configuration. Its errors have Go's text. */
export interface ConfigurationFiles {
  read(path: string): string;
  isDirectory(path: string): boolean;
  /** Returns the names of the entries in a folder that are not folders, sorted by bytes. */
  list(path: string): readonly string[];
}

/** File access for a folder of manifests, which the server may read while it handles requests. */
export interface FolderFiles {
  read(path: string): string | Promise<string>;
  list(path: string): readonly string[] | Promise<readonly string[]>;
}

/** Files of the operating system. */
export const nodeFiles: ConfigurationFiles = {
  read: (path) => withGoText("open", path, () => readTextNow(path)),
  isDirectory: (path) => withGoText("stat", path, () => statSync(path).isDirectory()),
  list: (path) => withGoText("open", path, () => fileNames(readdirSync(path, { withFileTypes: true }))),
};

/** Files of the operating system, read without blocking the event loop. */
export const nodeFolderFiles: FolderFiles = {
  read: (path) => readText(path).catch((error: unknown) => throwGoText("open", path, error)),
  list: async (path) => {
    const reading = readdir(path, { withFileTypes: true });
    return fileNames(await reading.catch((error: unknown) => throwGoText("open", path, error)));
  },
};

function fileNames(entries: readonly Dirent[]): readonly string[] {
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  ENOTDIR: "not a directory",
  EISDIR: "is a directory",
};

function withGoText<T>(verb: string, path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throwGoText(verb, path, error);
  }
}

function throwGoText(verb: string, path: string, error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = REASONS[code] ?? messageOf(error);
  // Go opens a directory without an error and fails when it reads it.
  throw new Error(`${code === "EISDIR" ? "read" : verb} ${path}: ${why}`, { cause: error });
}
