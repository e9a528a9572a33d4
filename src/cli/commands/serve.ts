import { Command } from "commander";
import type { GivenFlags } from "../flags/flag.ts";
import { serveOptions } from "../serve/flags/serve-flags.ts";

/** `sallyport serve`: the API server. `start` returns when it has stopped. */
export function serveCommand(start: (given: GivenFlags) => Promise<void>): Command {
  const command = new Command("serve").description(
    "Start the API server. The first start creates its certificates. It prints the next commands to run.",
  );
  return withServeOptions(command).action((given: GivenFlags) => start(given));
}

/** Every flag of the server, for commands that start one. */
export function withServeOptions(command: Command): Command {
  for (const [heading, options] of Object.entries(serveOptions()))
    for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}
