import { readFile } from "node:fs/promises";

/** Errors about files name the flag. */
export async function readNamed(file: string, flag: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`${flag}: cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}
