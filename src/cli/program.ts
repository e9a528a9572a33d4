import { Command } from "commander";
import { celCommand } from "./commands/cel.ts";
import { consoleCommand } from "./commands/console.ts";
import { demoCommand } from "./commands/demo.ts";
import { envtestCommand, standInCommands } from "./commands/envtest.ts";
import { explainCommand } from "./commands/explain.ts";
import { lintCommand } from "./commands/lint.ts";
import { lspCommand } from "./commands/lsp.ts";
import { recordCommand } from "./commands/record.ts";
import { replayCommand } from "./commands/replay.ts";
import { serveCommand } from "./commands/serve.ts";
import { storageCommand } from "./commands/storage.ts";
import { testCommand } from "./commands/test.ts";
import { upgradeCommand } from "./commands/upgrade.ts";
import { waitEffectiveCommand } from "./commands/wait-effective.ts";
import { webhookCommand } from "./commands/webhook.ts";
import type { GivenFlags } from "./flags/flag.ts";
import { PACKAGE_VERSION } from "./own-package.ts";
import { readServeFlags } from "./serve/flags/serve-flags.ts";
import { processNumber } from "./serve/processes/process-number.ts";

/** Every command; what a command needs is loaded when it runs. */
export const program = new Command("sallyport")
  .description(
    "Kubernetes' dynamic admission control in one program: an API server, tests, explanations and webhooks.",
  )
  .version(PACKAGE_VERSION)
  .addCommand(
    serveCommand(async (flags) =>
      answersRequests(flags)
        ? (await import("./serve/start/start-serving.ts")).startServing(flags)
        : (await import("./serve/parent/serve-processes.ts")).serveProcesses(flags),
    ),
  )
  .addCommand(demoCommand())
  .addCommand(consoleCommand())
  .addCommand(webhookCommand())
  .addCommand(testCommand())
  .addCommand(explainCommand(async (...args) => (await import("./explain/explain.ts")).explain(...args)))
  .addCommand(lintCommand(async (...args) => (await import("./lint/lint.ts")).lintPaths(...args)))
  .addCommand(lspCommand())
  .addCommand(recordCommand())
  .addCommand(replayCommand())
  .addCommand(upgradeCommand())
  .addCommand(celCommand())
  .addCommand(waitEffectiveCommand())
  .addCommand(storageCommand())
  .addCommand(envtestCommand());
for (const command of standInCommands()) program.addCommand(command, { hidden: true });

/** With several processes, the first one only starts the others. */
function answersRequests(flags: GivenFlags): boolean {
  return processNumber() !== undefined || readServeFlags(flags).processes === 1;
}
