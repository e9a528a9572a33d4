#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { type Bundle, loadBundle } from "./bundle/load-bundle.ts";
import { errorText } from "./error-text.ts";
import { shapeHelp } from "./help.ts";
import { nodeProblem } from "./node-version.ts";
import { processNumber } from "./serve/processes/process-number.ts";
import { print, printError, tell } from "./terminal.ts";
import { holdSemiSpace, makeAllObjectsYoung } from "./young-objects.ts";

/**
 * Time from the readiness of a server to the moment when its compiled code is kept, in milliseconds. By then
 * it has compiled the code of the first requests and of its controllers.
 */
const KEPT_AFTER_MS = 1000;

/** Time for what is still written after an error, in milliseconds. */
const LAST_WORDS_MS = 500;

/** Commands that are to start fast are in files of their own, which are compiled already (docs/decisions/0019). */
const FILES: Readonly<Record<string, string>> = { serve: "serve", explain: "checks", lint: "checks" };

// The code of commands needs modules that an older version of Node does not have.
const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  tell(`sallyport: ${problem}`);
  process.exit(1);
}

const [command = "", ...flags] = process.argv.slice(2);
/** It soon ends: collecting less often saves a tenth of its time. */
const isShort = command === "explain" || command === "lint";
makeAllObjectsYoung();
if (!isShort) holdSemiSpace();
const bundle = bundleOf();
const joined = bundle?.exports as Joined | undefined;
if (bundle?.wasKept === false) void joined?.ready?.then(() => setTimeout(bundle.keep, KEPT_AFTER_MS).unref());
const program = joined?.program ?? (await import("./program.ts")).program;

for (const one of withSubcommands(program)) {
  one.configureOutput({ writeOut: print, writeErr: printError, outputError: asOwn });
  one.showHelpAfterError(`(${namesOf(one)} --help lists arguments and flags)`);
  shapeHelp(one);
}

/** The only place that reads argv and sets an exit code. */
try {
  await program.parseAsync();
  if (isShort && bundle?.wasKept === false) bundle.keep();
} catch (error) {
  tell(`sallyport: ${errorText(error)}`);
  process.exitCode = 1;
  // A module of the user may have opened a port, for example.
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

/** Errors about arguments begin as all others do. */
function asOwn(text: string, write: (text: string) => void): void {
  write(text.replace("error: ", "sallyport: "));
}

/** `sallyport webhook dev`. */
function namesOf(command: Command): string {
  return [...(command.parent === null ? [] : [namesOf(command.parent)]), command.name()].join(" ");
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Code in these files cannot import modules of users. The parent of several servers needs little of the code. */
function bundleOf(): Bundle | undefined {
  const name = Object.hasOwn(FILES, command) ? FILES[command] : undefined;
  const isOther = flags.some((flag) => flag.startsWith("--handlers")) || isParent();
  if (name === undefined || isOther) return undefined;
  return loadBundle(fileURLToPath(new URL(`../cli/${name}.cjs`, import.meta.url)), command);
}

/** True for `serve --processes N`, except in the servers themselves. */
function isParent(): boolean {
  const at = flags.findIndex((flag) => flag.startsWith("--processes"));
  const number = flags[at]?.split("=")[1] ?? flags[at + 1];
  return at !== -1 && number !== "1" && processNumber() === undefined;
}

/** Exports of such a file. */
interface Joined {
  readonly program: Command;
  /** For a server: resolves when it is ready. */
  readonly ready?: Promise<void>;
}
