import type { JsonObject } from "../json/value.ts";

/** Writes the results of one tool as a log of SARIF 2.1.0. */
export function sarifText(driver: JsonObject, results: readonly JsonObject[]): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Location of a line in a file. `uri`: path relative to the root of the sources. */
export const physicalLocation = (uri: string, line: number): JsonObject => ({
  artifactLocation: { uri },
  region: { startLine: line },
});
