import { Command } from "commander";
import type { ServeFlags } from "../serve/serve-flags.ts";
import { serveOptions } from "../serve/serve-options.ts";

/** `sallyport serve`: the API server. */
export function serveCommand(): Command {
  const command = new Command("serve").description(
    "Start the API server. The first start creates its certificates. It prints the next commands to run.",
  );
  return withServeOptions(command).action(async (flags: ServeFlags) => {
    const { startServing } = await import("../serve/start-serving.ts");
    await startServing(flags);
  });
}

/** Every flag of the server, for commands that start one. */
export function withServeOptions(command: Command): Command {
  for (const [heading, options] of Object.entries(serveOptions()))
    for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}
