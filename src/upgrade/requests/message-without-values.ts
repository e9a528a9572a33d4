import { LONGEST_MATCHED } from "../../report/bounded-text.ts";

/**
 * Returns a message of the server without the parts that differ from object to object: names, positions in lists, quoted
 * values and numbers of values. Equal results have the same cause.
 */
export function messageWithoutValues(message: string): string {
  return message
    .slice(0, LONGEST_MATCHED)
    .replace(/^([A-Za-z.0-9-]+) "(?:[^"\\]|\\.)*" is invalid: /, "")
    .replace(/^[a-z.0-9/]+ "(?:[^"\\]|\\.)*" is forbidden: /, "forbidden: ")
    .replaceAll(/\[\d+\]/g, "[*]")
    .replaceAll(
      /(Invalid value|Unsupported value|Duplicate value|Not found): (?:"(?:[^"\\]|\\.)*"|[^:"\s]+)/g,
      "$1",
    );
}
