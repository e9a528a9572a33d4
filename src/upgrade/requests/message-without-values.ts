/** Characters of a message that are compared: the messages of webhooks may be long. */
const LONGEST = 4_000;

/**
 * Returns a message of the server without the parts that differ from object to object: names, positions in lists, quoted
 * values and numbers of values. Equal results have the same cause.
 */
export function messageWithoutValues(message: string): string {
  return message
    .slice(0, LONGEST)
    .replace(/^([A-Za-z.0-9-]+) "(?:[^"\\]|\\.)*" is invalid: /, "")
    .replace(/^[a-z.0-9/]+ "(?:[^"\\]|\\.)*" is forbidden: /, "forbidden: ")
    .replaceAll(/\[\d+\]/g, "[*]")
    .replaceAll(
      /(Invalid value|Unsupported value|Duplicate value|Not found): (?:"(?:[^"\\]|\\.)*"|[^:"\s]+)/g,
      "$1",
    );
}
