// Reads the flags of this project's programs.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

/**
 * Calls `parseArgs` of Node. `--help` prints the comment with which the program `file` begins, and so does a flag that it does
 * not know; that ends with status 2.
 */
export function readFlags(file, config = {}) {
  helpIfAsked(file);
  try {
    return parseArgs(config);
  } catch (error) {
    if (!String(error.code).startsWith("ERR_PARSE_ARGS_")) throw error;
    console.error(`${error.message}\n\n${headOf(file)}`);
    process.exit(2);
  }
}

/** For programs that others read the flags of. */
export function helpIfAsked(file) {
  if (!process.argv.includes("--help")) return;
  console.log(headOf(file));
  process.exit(0);
}

/** The comment at the beginning, without its slashes. */
function headOf(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//") && !line.startsWith("#!"));
  return lines
    .slice(0, end)
    .filter((line) => line.startsWith("//"))
    .map((line) => line.replace(/^\/\/ ?/, ""))
    .join("\n");
}
