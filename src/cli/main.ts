#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { type Bundle, loadBundle } from "./bundle/load-bundle.ts";
import { errorText } from "./error-text.ts";
import { holdYoungHeap } from "./young-heap.ts";

/** By then a server has started. */
const KEPT_AFTER_MS = 2000;

/** Commands that are to start fast have a file of their own, which is compiled already (docs/decisions/0019). */
const FAST: ReadonlySet<string> = new Set(["serve", "explain", "lint"]);

const [command = "", ...flags] = process.argv.slice(2);
/** It soon ends: collecting less often saves a tenth of its time. */
const isShort = FAST.has(command) && command !== "serve";
if (!isShort) holdYoungHeap();
const bundle = bundleOf();
if (!isShort && bundle?.wasKept === false) setTimeout(bundle.keep, KEPT_AFTER_MS).unref();
const program = programIn(bundle) ?? (await import("./program.ts")).program;

/** The only reader of argv and the only one who sets an exit code. */
try {
  await program.parseAsync();
  if (isShort && bundle?.wasKept === false) bundle.keep();
} catch (error) {
  process.stderr.write(`sallyport: ${errorText(error)}\n`);
  process.exitCode = 1;
}

/** Code in the file cannot import modules of users. */
function bundleOf(): Bundle | undefined {
  if (!FAST.has(command) || flags.some((flag) => flag.startsWith("--handlers"))) return undefined;
  return loadBundle(fileURLToPath(new URL("../cli/fast.cjs", import.meta.url)), command);
}

function programIn(file: Bundle | undefined): Command | undefined {
  return (file?.exports as { readonly program: Command } | undefined)?.program;
}
