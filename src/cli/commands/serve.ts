import { Command } from "commander";
import type { GivenFlags } from "../flags/flag.ts";
import { withUsualHelp } from "../help.ts";
import { serveOptions } from "../serve/flags/serve-flags.ts";

const USUAL = [
  ...["--data-dir", "--in-memory", "--etcd-servers", "--secure-port", "--bind-address", "--tls-san"],
  ...["--write-kubeconfig", "--emulated-version", "--fake-nodes", "--log-level"],
];

const EXAMPLES = `Examples:
  sallyport serve
      objects in .sallyport, https://127.0.0.1:6443
  sallyport serve --in-memory --secure-port 0 --write-kubeconfig kubeconfig
      for a test: nothing is kept, a free port
  sallyport serve --emulated-version 1.35 --fake-nodes 3
      as Kubernetes 1.35, and the pods of Deployments run on simulated nodes
  sallyport serve --bind-address 0.0.0.0 --tls-san sallyport.example.com
      for other machines, also behind a load balancer of that name`;

/** `sallyport serve`: the API server. `start` returns when it has stopped. */
export function serveCommand(start: (given: GivenFlags) => Promise<void>): Command {
  const command = new Command("serve").description(
    "Start the API server. The first start creates its certificates. It prints the next commands to run.",
  );
  withUsualHelp(withServeOptions(command), { names: USUAL, after: EXAMPLES });
  return command.action((given: GivenFlags) => start(given));
}

/** Every flag of the server, for commands that start one. */
export function withServeOptions(command: Command): Command {
  for (const [heading, options] of Object.entries(serveOptions()))
    for (const option of options) command.addOption(option.helpGroup(heading));
  return command;
}
