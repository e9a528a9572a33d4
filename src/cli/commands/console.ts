import { Command } from "commander";
import type { ConsoleFlags } from "../console/console-flags.ts";

/** `sallyport console`: the console for a server that runs elsewhere. */
export function consoleCommand(): Command {
  return new Command("console")
    .description(
      "Open the console in the browser for a server: its requests where it is a Sallyport, its configurations and policies wherever it is. (docs/console.md)",
    )
    .option("--kubeconfig <file>", "whose server, and with whose rights; default: KUBECONFIG, ~/.kube/config")
    .option("--port <port>", "port to listen on, on 127.0.0.1; 0 picks a free one", "0")
    .action(async (flags: ConsoleFlags) => {
      const { runConsole } = await import("../console/run-console.ts");
      await runConsole(flags);
    });
}
