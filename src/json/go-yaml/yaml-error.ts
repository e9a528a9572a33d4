/** The text is refused: the message is Go's, with `yaml: ` where Go has it. */
export class YamlError extends Error {}

/** Refuses at a line, counted from 0. The reference names no first line, and its parser counts one less than its scanner. */
export function refuseAt(line: number, problem: string, by: "scanner" | "parser"): never {
  const shown = by === "scanner" ? line + 1 : line;
  throw new YamlError(line === 0 ? `yaml: ${problem}` : `yaml: line ${shown}: ${problem}`);
}
