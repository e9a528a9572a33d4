import { readText } from "../disk/read-text.ts";

/** Errors about files name the flag. */
export async function readNamed(file: string, flag: string): Promise<string> {
  try {
    return await readText(file);
  } catch (error) {
    throw new Error(`${flag}: cannot read ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "this is a folder",
};

const reasonOf = ({ code = "", message }: NodeJS.ErrnoException): string => REASONS[code] ?? message;
