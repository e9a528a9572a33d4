import { messageOf } from "../../../report/describe-error.ts";

/**
 * Returns the result of `read` for the file of a flag. Errors name the flag and the file, because many texts
 * of the reference name neither.
 */
export function inFile<T>(flag: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw named(flag, file, error);
  }
}

/** Asynchronous version of `inFile`. */
export async function inFileLater<T>(flag: string, file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw named(flag, file, error);
  }
}

function named(flag: string, file: string, error: unknown): Error {
  const why = messageOf(error);
  return new Error(why.startsWith(`${flag}: `) ? why : `${flag}: ${file}: ${why}`, { cause: error });
}
