#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { loadBundle } from "./bundle/load-bundle.ts";
import { errorText } from "./error-text.ts";
import { holdYoungHeap } from "./young-heap.ts";

/** By then a server has started. */
const KEPT_AFTER_MS = 2000;

holdYoungHeap();
const program = serveBundle() ?? (await import("./program.ts")).program;

/** The only reader of argv and the only one who sets an exit code. */
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`sallyport: ${errorText(error)}\n`);
  process.exitCode = 1;
}

/** The command that is to start fast has a file of its own, which is compiled already (docs/decisions/0019). */
function serveBundle(): Command | undefined {
  if (process.argv[2] !== "serve") return undefined;
  const bundle = loadBundle(fileURLToPath(new URL("../cli/serve.cjs", import.meta.url)));
  if (bundle === undefined) return undefined;
  if (!bundle.wasKept) setTimeout(bundle.keep, KEPT_AFTER_MS).unref();
  return (bundle.exports as { readonly program: Command }).program;
}
