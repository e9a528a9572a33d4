import { Command } from "commander";
import type { ConsoleFlags } from "../console/console-flags.ts";
import { list } from "../repeated.ts";

/** `sallyport console`: the console for a server that runs elsewhere. */
export function consoleCommand(): Command {
  return new Command("console")
    .description(
      "Open the console in the browser for a server: its requests where it is a Sallyport, its configurations and policies wherever it is; or for a recording. (docs/console.md)",
    )
    .argument(
      "[recording]",
      "what `sallyport record` wrote: its last 1000 requests, as -f decides them, instead of a server",
    )
    .option("--kubeconfig <file>", "whose server, and with whose rights; default: KUBECONFIG, ~/.kube/config")
    .option("--port <port>", "port to listen on, on 127.0.0.1; 0 picks a free one", "0")
    .option(
      "-f, --filename <path>",
      "with a recording: configurations, policies, definitions, namespaces: files, folders; may be repeated",
      list,
      [],
    )
    .action(async (recording: string | undefined, flags: ConsoleFlags) => {
      const { runConsole } = await import("../console/run-console.ts");
      await runConsole(recording, flags);
    });
}
