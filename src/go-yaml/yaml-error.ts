/** A YAML text was refused. The message is Go's, with the prefix `yaml: ` if Go has it. */
export class YamlError extends Error {}

/**
 * Throws a YamlError for a line, counted from 0. The reference omits the line number for the first line, and its
 * parser reports a line one lower than its scanner.
 */
export function refuseAt(line: number, problem: string, by: "scanner" | "parser"): never {
  const shown = by === "scanner" ? line + 1 : line;
  throw new YamlError(line === 0 ? `yaml: ${problem}` : `yaml: line ${shown}: ${problem}`);
}
