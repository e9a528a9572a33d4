import { Command, Option } from "commander";
import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import type { explain } from "../explain/explain.ts";
import type { ExplainFlags } from "../explain/explain-flags.ts";
import { list } from "../option-values.ts";
import { print } from "../terminal.ts";
import { withAnswering, withOutput } from "./answering-options.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";

/** `sallyport explain`: why was my webhook (not) called? `run` makes what is printed. */
export function explainCommand(run: typeof explain): Command {
  const command = new Command("explain")
    .description(
      "Explain what admission does with a request: the webhooks and policies that are called, in their order, those that are not and why, and their changes (docs/explain.md).",
    )
    .argument(
      "[requests...]",
      "manifests or AdmissionReviews in YAML or JSON: files or folders; - for standard input; several requests give a table",
    )
    .option(
      "-f, --filename <path>",
      "file or folder of configurations, policies, custom resource definitions and namespaces; - for standard input; may be repeated",
      list,
      [],
    )
    .option(
      "-k, --kustomize <folder>",
      "like -f, for what kubectl kustomize, or kustomize build, makes of a folder; may be repeated",
      list,
      [],
    )
    .option("--operation <name>", "CREATE, UPDATE, DELETE, CONNECT (default: CREATE, or UPDATE with --old)")
    .option("--old <file>", "the object before the request")
    .addOption(
      new Option(
        "--patch <type>",
        "the argument is a patch of the object of --old; apply: a manifest for a server-side apply",
      ).choices(Object.keys(PATCH_MEDIA_TYPES)),
    )
    .option("--field-manager <name>", "who writes the fields (default with --patch apply: kubectl)")
    .option("--force-conflicts", "with --patch apply: take fields from other managers")
    .option("--as <user>", "user of the request (default: an administrator)")
    .option("--as-group <group>", "group of that user; may be repeated", list, [])
    .option("--subresource <name>", "subresource of the request: status, scale, eviction, …")
    .option(
      "--resource <name>",
      "resource of the request, if the manifest does not name it: deployments.apps",
    )
    .option("-n, --namespace <name>", "namespace of the request")
    .option("--dry-run", "the request is a dry run")
    .option("--absent", "no object of that name exists before the request")
    .option(
      "--precondition <uid=…|resourceVersion=…>",
      "condition that the stored object must meet; may be repeated",
      list,
      [],
    )
    .option(
      "--option <name=value>",
      "parameter of exec, attach, …: command=sh, stdin=true; may be repeated",
      list,
      [],
    )
    .option("--timeout <duration>", "time limit of the request: 5s")
    .addOption(
      new Option("--validate <how>", "validation of unknown fields").choices(["strict", "warn", "ignore"]),
    )
    .option(
      "--webhook <name>",
      "explain only this webhook, policy, configuration or binding, in one paragraph",
    );
  command
    .option("--blame", "print the stored object, and who wrote each of its fields")
    .option("--stored <type/name>", "with --blame: an object of the cluster, such as deployments/web");
  withAnswering(command, {
    call: "; with --kubeconfig: send the request to the server as a dry run",
    handlers: "a webhook that no configuration names is registered with its own rules",
  })
    .option("--answers <file>", "file of recorded responses, by the names of webhooks")
    .option(
      "--error <text>",
      "explain errors that an API server gave: what kubectl printed, an event or a log; - for standard input; with --filename or --kubeconfig: find their webhooks and policies there",
    )
    .option("--last", "explain the last write of a running server")
    .option("--audit-id <id>", "explain the request of a running server with this Audit-Id header")
    .option(
      "--shadow <id>",
      "explain an example of /shadow of a running server, with the shadow configurations",
    )
    .option(
      "--recorded <id>",
      "the argument is a recording; explain the request with this ID (docs/recordings.md)",
    )
    .option(
      "--kubeconfig <file>",
      "read configurations from this cluster, and decide locally without calling webhooks; with --last, --audit-id and --shadow: the running server (then the default is $KUBECONFIG, or .sallyport/kubeconfig)",
    )
    .addOption(kubernetesVersion())
    .option("--exit-code", "exit with status 1 if a request is refused");
  return withOutput(command, ["text", "json"]).action(async (requests: string[], flags: ExplainFlags) => {
    const { text, allowed } = await run(requests, flags, process.env);
    print(text);
    if (flags.exitCode && !allowed) process.exitCode = 1;
  });
}
