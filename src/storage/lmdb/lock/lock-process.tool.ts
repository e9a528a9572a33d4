import { createInterface } from "node:readline";
import { lockDirectory } from "./directory-lock.ts";

/**
 * A process for tests. For each line on stdin it tries to lock the directory, and writes on stdout whether it has it: `held`, or the
 * error. It keeps the lock until it is killed.
 */
const [path = ""] = process.argv.slice(2);

console.log("ready");
for await (const _ of createInterface({ input: process.stdin })) {
  try {
    await lockDirectory(path);
    console.log("held");
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
}
