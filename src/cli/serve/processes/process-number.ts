/** The variable of the environment that tells a server its number. */
export const NUMBER = "SALLYPORT_PROCESS";

/** File descriptor of a server at which its parent serves the store (`../parent/own-store.ts`). */
export const STORE_FD = 4;

/** Returns the number of this process, from 1, if it is one of the servers of `serve --processes`; otherwise undefined. */
export function processNumber(): number | undefined {
  const text = process.env[NUMBER];
  return process.connected === true && text !== undefined ? Number(text) : undefined;
}
