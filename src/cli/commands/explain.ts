import { Command } from "commander";
import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import type { explain } from "../explain/explain.ts";
import type { ExplainFlags } from "../explain/explain-flags.ts";
import { choice, coloredOutput, many, type Options, withOptions } from "../options.ts";
import { print } from "../terminal.ts";
import { answering } from "./answering-options.ts";
import { KUBERNETES_VERSION } from "./kubernetes-version.ts";

/** `sallyport explain`: why was my webhook (not) called? `run` makes what is printed. */
export function explainCommand(run: typeof explain): Command {
  const command = new Command("explain")
    .description(
      "Explain what admission does with a request: the webhooks and policies that are called, in their order, those that are not and why, and their changes (docs/explain.md).",
    )
    .argument(
      "[requests...]",
      "manifests or AdmissionReviews in YAML or JSON: files or folders; - for standard input; several requests give a table",
    );
  return withOptions(command, OPTIONS).action(async (requests: string[], flags: ExplainFlags) => {
    const { text, allowed } = await run(requests, flags, process.env);
    print(text);
    if (flags.exitCode && !allowed) process.exitCode = 1;
  });
}

const OPTIONS: Options = {
  "-f, --filename <path>": many(
    "file or folder of configurations, policies, custom resource definitions and namespaces; - for standard input; may be repeated",
  ),
  "-k, --kustomize <folder>": many(
    "like -f, for what kubectl kustomize, or kustomize build, makes of a folder; may be repeated",
  ),
  "--operation <name>": "CREATE, UPDATE, DELETE, CONNECT (default: CREATE, or UPDATE with --old)",
  "--old <file>": "the object before the request",
  "--patch <type>": choice(
    "the argument is a patch of the object of --old; apply: a manifest for a server-side apply",
    Object.keys(PATCH_MEDIA_TYPES),
  ),
  "--field-manager <name>": "who writes the fields (default with --patch apply: kubectl)",
  "--force-conflicts": "with --patch apply: take fields from other managers",
  "--as <user>": "user of the request (default: an administrator)",
  "--as-group <group>": many("group of that user; may be repeated"),
  "--subresource <name>": "subresource of the request: status, scale, eviction, …",
  "--resource <name>": "resource of the request, if the manifest does not name it: deployments.apps",
  "-n, --namespace <name>": "namespace of the request",
  "--dry-run": "the request is a dry run",
  "--absent": "no object of that name exists before the request",
  "--precondition <uid=…|resourceVersion=…>": many(
    "condition that the stored object must meet; may be repeated",
  ),
  "--option <name=value>": many("parameter of exec, attach, …: command=sh, stdin=true; may be repeated"),
  "--timeout <duration>": "time limit of the request: 5s",
  "--validate <how>": choice("validation of unknown fields", ["strict", "warn", "ignore"]),
  "--webhook <name>": "explain only this webhook, policy, configuration or binding, in one paragraph",
  "--blame": "print the stored object, and who wrote each of its fields",
  "--stored <type/name>": "with --blame: an object of the cluster, such as deployments/web",
  ...answering({
    call: "; with --kubeconfig: send the request to the server as a dry run",
    handlers: "a webhook that no configuration names is registered with its own rules",
  }),
  "--answers <file>": "file of recorded responses, by the names of webhooks",
  "--error <text>":
    "explain errors that an API server gave: what kubectl printed, an event or a log; - for standard input; with --filename or --kubeconfig: find their webhooks and policies there",
  "--last": "explain the last write of a running server",
  "--audit-id <id>": "explain the request of a running server with this Audit-Id header",
  "--shadow <id>": "explain an example of /shadow of a running server, with the shadow configurations",
  "--recorded <id>": "the argument is a recording; explain the request with this ID (docs/recordings.md)",
  "--kubeconfig <file>":
    "read configurations from this cluster, and decide locally without calling webhooks; with --last, --audit-id and --shadow: the running server (then the default is $KUBECONFIG, or .sallyport/kubeconfig)",
  ...KUBERNETES_VERSION,
  "--exit-code": "exit with status 1 if a request is refused",
  ...coloredOutput(["text", "json"]),
};
