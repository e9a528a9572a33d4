import { Command } from "commander";
import type { DemoFlags } from "../demo/run-demo.ts";
import { COLOR, withOptions } from "../options.ts";

/** `sallyport demo`: half a minute that shows the product. */
export function demoCommand(): Command {
  const command = new Command("demo").description(
    "Show in half a minute how Sallyport works: a server in memory, webhooks and a policy, a changed and a refused pod, and an explanation.",
  );
  return withOptions(command, {
    "--no-pauses": "do not wait after each step",
    "--exit": "end after the last step; without it, the server runs until Ctrl-C",
    ...COLOR,
  }).action(async (flags: DemoFlags) => (await import("../demo/run-demo.ts")).runDemo(flags));
}
