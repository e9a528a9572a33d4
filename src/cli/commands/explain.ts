import { Command, Option } from "commander";
import type { ExplainFlags } from "../explain/explain-flags.ts";
import { list } from "../repeated.ts";
import { letYoungHeapGrow } from "../young-heap.ts";
import { withAnswering, withOutput } from "./answering-options.ts";

/** `sallyport explain`: why was my webhook (not) called? */
export function explainCommand(): Command {
  const command = new Command("explain")
    .description(
      "Explain what admission does with a request: who is asked in which order, who is not and why, what they change.",
    )
    .argument(
      "[request]",
      "the request: a manifest or an AdmissionReview, YAML or JSON; - for standard input",
    )
    .option(
      "-f, --filename <path>",
      "configurations, policies, definitions, namespaces: files, folders, - for standard input; may be repeated",
      list,
      [],
    )
    .option("--operation <name>", "CREATE, UPDATE, DELETE, CONNECT (default: CREATE, or UPDATE with --old)")
    .option("--old <file>", "the object as it was before")
    .option("--as <user>", "who makes the request (default: an administrator)")
    .option("--as-group <group>", "group of that user; may be repeated", list, [])
    .option("--subresource <name>", "status, scale, eviction, …")
    .option("--resource <name>", "where the manifest does not say it: deployments.apps")
    .option("-n, --namespace <name>", "namespace of the request")
    .option("--dry-run", "the request is a dry run")
    .option("--absent", "nothing of that name is there before")
    .option(
      "--precondition <uid=…|resourceVersion=…>",
      "what the stored object has to be; may be repeated",
      list,
      [],
    )
    .option("--option <name=value>", "of exec, attach, …: command=sh, stdin=true; may be repeated", list, [])
    .option("--timeout <duration>", "the time of the request: 5s")
    .addOption(
      new Option("--validate <how>", "what becomes of unknown fields").choices(["strict", "warn", "ignore"]),
    )
    .option("--webhook <name>", "only about this webhook, policy, configuration or binding: one paragraph");
  withAnswering(command, {
    call: "; with --kubeconfig: ask the server, as a dry run",
    handlers: "those that no configuration has are registered as their rules say",
  })
    .option("--answers <file>", "what webhooks answer, by their names: recorded responses")
    .option("--last", "the last write that a running server was asked for")
    .option("--audit-id <id>", "a request of a running server, by its header Audit-Id")
    .option("--shadow <id>", "an example of /shadow of a running server: how it would be decided there")
    .option("--recorded <id>", "the request is a recording: explain that one of it (docs/recordings.md)")
    .option(
      "--kubeconfig <file>",
      "read configurations from a cluster and explain here, calling nobody (with --last and --audit-id: the server; default $KUBECONFIG, or .sallyport/kubeconfig)",
    )
    .option("--exit-code", "the exit status is 1 when the request is refused");
  return withOutput(command, ["text", "json"]).action(
    async (request: string | undefined, flags: ExplainFlags) => {
      letYoungHeapGrow();
      const { explain } = await import("../explain/explain.ts");
      const { text, allowed } = await explain(request, flags, process.env);
      process.stdout.write(text);
      if (flags.exitCode && !allowed) process.exitCode = 1;
    },
  );
}
