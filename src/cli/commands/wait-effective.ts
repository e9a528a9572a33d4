import { Command } from "commander";
import { withDefault, withOptions } from "../options.ts";
import { print, SCREEN } from "../terminal.ts";
import type { WaitFlags } from "../wait-effective.ts";

/** `sallyport wait-effective`: until every server judges requests by what was written. */
export function waitEffectiveCommand(): Command {
  const command = new Command("wait-effective")
    .description(
      "Wait until webhook configurations, policies and bindings are in effect on every server over the same etcd.",
    )
    .argument(
      "[names...]",
      "TYPE/NAME, such as validatingwebhookconfiguration/policy (default: everything written so far)",
    );
  return withOptions(command, {
    "--revision <resourceVersion>": "wait for all writes up to this resourceVersion",
    "--timeout <duration>": withDefault("maximum time to wait", "30s"),
    "--kubeconfig <file>":
      "kubeconfig of one of the servers (default: $KUBECONFIG, or .sallyport/kubeconfig)",
  })
    .addHelpText(
      "after",
      "\nExit status: 0 in effect on every server; 1 not in effect after the timeout, or an unknown name.",
    )
    .action(async (names: string[], flags: WaitFlags) => {
      const { waitEffective } = await import("../wait-effective.ts");
      print(await waitEffective(names, flags, process.env, SCREEN));
    });
}
