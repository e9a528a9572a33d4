#!/usr/bin/env node
import { holdYoungHeap } from "./young-heap.ts";

holdYoungHeap();
const { program } = await import("./program.ts");

/** The only reader of argv and the only one who sets an exit code. */
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`sallyport: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
