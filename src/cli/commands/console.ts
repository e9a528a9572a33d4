import { Command } from "commander";
import type { ConsoleFlags } from "../console/console-flags.ts";
import { many, withDefault, withOptions } from "../options.ts";

/** `sallyport console`: the console for a server that runs elsewhere. */
export function consoleCommand(): Command {
  const command = new Command("console")
    .description(
      "Open the console in the browser, for a server or for a recording. The console shows configurations and policies of every API server, and requests only of Sallyport (docs/console.md).",
    )
    .argument(
      "[recording]",
      "output of `sallyport record`; shows its last 1000 requests, decided with the configurations of -f",
    );
  return withOptions(command, {
    "--kubeconfig <file>":
      "kubeconfig of the server and the user (default: $KUBECONFIG, or .sallyport/kubeconfig, or ~/.kube/config)",
    "--port <port>": withDefault("port to listen on, on 127.0.0.1; 0 picks a free one", "0"),
    "-f, --filename <path>": many(
      "with a recording: file or folder of configurations, policies, custom resource definitions and namespaces; may be repeated",
    ),
  }).action(async (recording: string | undefined, flags: ConsoleFlags) => {
    const { runConsole } = await import("../console/run-console.ts");
    await runConsole(recording, flags);
  });
}
