#!/usr/bin/env node
import "./young-heap.ts";
import { Command } from "commander";
import { envtestCommand, standInCommands } from "./commands/envtest.ts";
import { serveCommand } from "./commands/serve.ts";
import { PACKAGE_VERSION } from "./package-version.ts";

/** The only reader of argv and the only one who sets an exit code. */
const program = new Command("sallyport")
  .description("Kubernetes' dynamic admission control as one small API server.")
  .version(PACKAGE_VERSION)
  .showHelpAfterError("(add --help for a list)")
  .addCommand(serveCommand())
  .addCommand(envtestCommand());
for (const command of standInCommands()) program.addCommand(command, { hidden: true });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`sallyport: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
