import type { JsonObject } from "./json.ts";

/** One tool and what it found, as a log of SARIF 2.1.0. */
export function sarifText(driver: JsonObject, results: readonly JsonObject[]): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A line of a file. `uri`: relative to the root of the sources. */
export const physicalLocation = (uri: string, line: number): JsonObject => ({
  artifactLocation: { uri },
  region: { startLine: line },
});
