#!/usr/bin/env node
import { errorText } from "./error-text.ts";
import { holdYoungHeap } from "./young-heap.ts";

holdYoungHeap();
const { program } = await import("./program.ts");

/** The only reader of argv and the only one who sets an exit code. */
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`sallyport: ${errorText(error)}\n`);
  process.exitCode = 1;
}
