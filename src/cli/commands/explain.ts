import { Command, Option } from "commander";
import type { ExplainFlags } from "../explain/explain-flags.ts";

const list = (value: string, previous: string[]): string[] => [...previous, value];

/** `sallyport explain`: why was my webhook (not) called? */
export function explainCommand(): Command {
  return new Command("explain")
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
    .option("--call", "really call the webhooks")
    .option(
      "--service <ns/name=host:port>",
      "with --call: where a Service really is; may be repeated",
      list,
      [],
    )
    .option("--answers <file>", "what webhooks answer, by their names: recorded responses")
    .option("--last", "the last request of a running server that went through admission")
    .option("--audit-id <id>", "a request of a running server, by its header Audit-Id")
    .option(
      "--kubeconfig <file>",
      "ask a running server, as a dry run, instead of manifests (with --last and --audit-id default: $KUBECONFIG, or .sallyport/kubeconfig)",
    )
    .addOption(new Option("-o, --output <form>", "how to print it").choices(["text", "json"]).default("text"))
    .addOption(new Option("--color <when>").choices(["auto", "always", "never"]).default("auto"))
    .action(async (request: string | undefined, flags: ExplainFlags) => {
      const { explain } = await import("../explain/explain.ts");
      process.stdout.write(await explain(request, flags, process.env));
    });
}
