import { visible } from "../report/visible-text.ts";

/** Writes a line to standard error. Control characters of objects and errors are escaped. */
export const tellOperator = (line: string): void => void process.stderr.write(`${visible(line)}\n`);
