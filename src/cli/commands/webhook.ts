import { Command } from "commander";
import { LISTEN_DEFAULT, listenOptions } from "../listen/listen-flags.ts";
import { choice, many, output, required, withDefault, withOptions } from "../options.ts";
import { print, tell } from "../terminal.ts";
import { withServeOptions } from "./serve.ts";

/** `sallyport webhook`: write webhooks in TypeScript. What each command needs is loaded when it runs. */
export function webhookCommand(): Command {
  return new Command("webhook")
    .description(
      "Develop admission webhooks: create a project, run it with reloads, write its manifests (docs/webhooks.md).",
    )
    .addCommand(initCommand())
    .addCommand(devCommand())
    .addCommand(manifestCommand())
    .addCommand(shadowCommand())
    .addCommand(rotateCommand())
    .addCommand(typesCommand());
}

function initCommand(): Command {
  return new Command("init")
    .description("Create a project with two webhooks and their tests in a new folder.")
    .argument("<dir>", "folder to create, such as my-webhooks")
    .action(async (dir: string) => (await import("../webhook/init.ts")).initProject(dir));
}

function devCommand(): Command {
  const command = new Command("dev")
    .description("Run an API server with the webhooks of a module, and load them again when you save a file.")
    .argument("<module>", "file that exports webhooks, TypeScript or JavaScript");
  withOptions(command, {
    "--manifests <path>": many("file or folder of YAML to apply first; may be repeated"),
    "--inspect [port]": "open Node's inspector for breakpoints, on a port or HOST:PORT; default: 9229",
  }).action(async (module: string, flags) => (await import("../webhook/dev.ts")).dev(module, flags));
  // The output lines of the webhooks report each refusal; the server would repeat it as a warning.
  withServeOptions(command).setOptionValue("logLevel", "error");
  return onlyShow(command, [
    "--manifests",
    "--inspect",
    "--console-port",
    "--secure-port",
    "--data-dir",
    "--write-kubeconfig",
  ]);
}

/** The other flags are those of `serve`. */
function onlyShow(command: Command, names: readonly string[]): Command {
  for (const option of command.options) if (!names.includes(option.long ?? "")) option.hideHelp();
  return command.addHelpText("after", "\nAll flags of `sallyport serve` are accepted too.");
}

function manifestCommand(): Command {
  const command = new Command("manifest")
    .description(
      "Print the manifests that a cluster needs to call the webhooks of a module: configurations, Service, certificate, …",
    )
    .argument("<module>", "file that exports webhooks");
  return withOptions(command, {
    "--name <name>": required("name of the Service, the Deployment and the configurations"),
    "--namespace <namespace>": withDefault("namespace of the webhooks", "default"),
    "--image <image>": "image of the Deployment; without this flag no Deployment is printed",
    "--url <url>": "address of webhooks that run already; prints only configurations",
    "--ca-bundle <base64>": "certificate authority of --url, PEM in base64",
    "--replicas <number>": withDefault("replicas of the Deployment", "2"),
    "--port <number>": withDefault("port of the container", "9443"),
    "--certificate <kind>": choice(
      "who issues the certificate: cert-manager, or the webhooks themselves (own), which store it in a Secret and renew it",
      ["cert-manager", "own"],
      "cert-manager",
    ),
    "--format <format>": choice(
      "YAML for kubectl, a folder for kustomize, or a chart for Helm",
      ["yaml", "kustomize", "helm"],
      "yaml",
    ),
    "--crd <file>": many("custom resource definitions that the rules name; may be repeated"),
    "--out <file>": "output file or folder (default: standard output)",
  }).action(async (module: string, flags) =>
    (await import("../webhook/manifest/write-manifest.ts")).writeManifest(module, flags),
  );
}

function shadowCommand(): Command {
  const command = new Command("shadow").description(
    "Run a webhook that allows every request, decides each request again with other configurations and policies, and reports different decisions (docs/recordings.md#in-a-cluster).",
  );
  return withOptions(command, {
    "-f, --filename <path>": required(
      many(
        "file or folder of the new configurations, policies, custom resource definitions and namespaces; - for standard input; may be repeated",
      ),
    ),
    "--listen <host:port>": withDefault("address of the webhook, over TLS", LISTEN_DEFAULT),
    "--handlers <module>":
      "module (TypeScript or JavaScript) that exports webhooks of sallyport/webhook; they answer for the webhooks with the same names; all others are not called, and Sallyport assumes that they allow",
    "--out <file>": "recording for `sallyport explain`: the first request of each cause, with masked values",
    ...output(["text", "json"], "format of the report at the end"),
    ...listenOptions("", "resources that the rules in the files name"),
  }).action(async (flags) => {
    const { shadowWebhook } = await import("../shadow/shadow-webhook.ts");
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
    print(await shadowWebhook(flags, tell, stop.signal));
  });
}

function rotateCommand(): Command {
  const command = new Command("rotate")
    .description(
      "Simulate the rotation of a certificate under load: try every order of the steps, and print an order that loses no request.",
    )
    .argument(
      "<paths...>",
      "manifests of the webhooks and their Services: files or folders; - for standard input",
    );
  return withOptions(command, {
    "--rehearse": "simulate the rotation in this process, without changing anything",
    "--calls <number>": withDefault("number of calls after each step", "100"),
    "--rate <number>": withDefault("calls per second", "1000"),
    ...output(["text", "json"]),
  }).action(async (paths: string[], flags) => {
    const { rotate } = await import("../webhook/rotate/rotate.ts");
    const { text, failed } = await rotate(paths, flags);
    print(text);
    if (failed) process.exitCode = 1;
  });
}

function typesCommand(): Command {
  return new Command("types")
    .description(
      "Print TypeScript types of custom resources, from the schemas in their CustomResourceDefinitions.",
    )
    .argument("<files...>", "files or folders of YAML with CustomResourceDefinitions")
    .action(async (files: string[]) => {
      const [{ crdTypes }, { loadManifests }] = await Promise.all([
        import("../webhook/crd-types.ts"),
        import("../../testing/load-manifests.ts"),
      ]);
      print(crdTypes((await loadManifests(files)).map(({ object }) => object)));
    });
}
