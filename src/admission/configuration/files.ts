import { readdirSync, readFileSync, statSync } from "node:fs";
import { messageOf } from "../../api/describe-error.ts";

/** File access of the configuration. Its errors have Go's text. */
export interface ConfigurationFiles {
  read(path: string): string;
  isDirectory(path: string): boolean;
  /** Returns the names of the entries in a folder that are not folders, sorted by bytes. */
  list(path: string): readonly string[];
}

/** Files of the operating system. */
export const nodeFiles: ConfigurationFiles = {
  read: (path) => withGoText("open", path, () => readFileSync(path, "utf8")),
  isDirectory: (path) => withGoText("stat", path, () => statSync(path).isDirectory()),
  list: (path) => withGoText("open", path, () => namesIn(path)),
};

function namesIn(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = REASONS[code] ?? messageOf(error);
    // Go opens a directory without an error and fails when it reads it.
    throw new Error(`${code === "EISDIR" ? "read" : verb} ${path}: ${why}`, { cause: error });
  }
}
