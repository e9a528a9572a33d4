import { messageOf } from "../../api/describe-error.ts";

/** What `read` makes of the file of a flag. Errors name both, for many texts of the reference do not. */
export function inFile<T>(flag: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw named(flag, file, error);
  }
}

/** As `inFile`, for what takes time. */
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
