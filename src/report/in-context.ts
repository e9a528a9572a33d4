import { messageOf } from "./describe-error.ts";

/** Returns what `make` returns. The text of an error begins with the context: `FILE: it is empty`. */
export function inContext<T>(context: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw withContext(context, error);
  }
}

/** The same for a promise. */
export async function inContextLater<T>(context: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    throw withContext(context, error);
  }
}

const withContext = (context: string, error: unknown): Error =>
  new Error(`${context}: ${messageOf(error)}`, { cause: error });
