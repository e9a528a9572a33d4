import { forTerminal, OWN_ESCAPE } from "../report/visible-text.ts";

/**
 * All text for standard output and standard error passes through this file, because objects of other users may contain
 * escape sequences. `scripts/check/parts/check-sources.mjs` requires it.
 */

/** Writes to standard output. */
export const print = (text: string): void => void process.stdout.write(forTerminal(text));

/** Writes to standard output, and resolves when there is room for more. */
export const printed = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(forTerminal(text), (error) => (error ? reject(error) : resolve()));
  });

/** Writes to standard error. */
export const printError = (text: string): void => void process.stderr.write(forTerminal(text));

/** Writes one line to standard error. */
export const tell = (line: string): void => printError(`${line}\n`);

/** Clears the line of the cursor, and moves the cursor to its start. */
export const CLEAR_LINE = `${OWN_ESCAPE}[G${OWN_ESCAPE}[K`;

/** A place for progress. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Standard error. */
export const SCREEN: Screen = {
  get isTTY() {
    return process.stderr.isTTY === true;
  },
  write: printError,
};

/** The value of `--color`. `auto`: colors on a terminal. */
export type ColorWhen = "auto" | "always" | "never";

/** Whether output has colors; `auto` is true for a terminal. */
export const isColored = (when: ColorWhen): boolean =>
  when === "always" || (when === "auto" && process.stdout.isTTY === true);
