import { Command, Option } from "commander";
import { LISTEN_DEFAULT, withListenOptions } from "../listen/listen-flags.ts";
import { list } from "../repeated.ts";
import { withServeOptions } from "./serve.ts";

/** `sallyport webhook`: write webhooks in TypeScript. What each command needs is loaded when it runs. */
export function webhookCommand(): Command {
  return new Command("webhook")
    .description("Write admission webhooks: a project, a server that reloads them, their manifests.")
    .addCommand(initCommand())
    .addCommand(devCommand())
    .addCommand(manifestCommand())
    .addCommand(shadowCommand())
    .addCommand(rotateCommand())
    .addCommand(typesCommand());
}

function initCommand(): Command {
  return new Command("init")
    .description("Write a project with two webhooks and their tests into a new folder.")
    .argument("<dir>", "folder to make, such as my-webhooks")
    .action(async (dir: string) => (await import("../webhook/init.ts")).initProject(dir));
}

function devCommand(): Command {
  const command = new Command("dev")
    .description("Run an API server and the webhooks of a module; changes are loaded when you save.")
    .argument("<module>", "file that exports webhooks, TypeScript or JavaScript")
    .option("--manifests <path>", "file or folder of YAML that is applied first; may be repeated", list, [])
    .action(async (module: string, flags) => (await import("../webhook/dev.ts")).dev(module, flags));
  // What is refused is told by the lines of the webhooks; the server repeats it as a warning.
  withServeOptions(command).setOptionValue("logLevel", "error");
  return onlyShow(command, ["--manifests", "--secure-port", "--data-dir", "--write-kubeconfig"]);
}

/** The other flags are those of `serve`. */
function onlyShow(command: Command, names: readonly string[]): Command {
  for (const option of command.options) if (!names.includes(option.long ?? "")) option.hideHelp();
  return command.addHelpText("after", "\nEvery flag of `sallyport serve` may be given too.");
}

function manifestCommand(): Command {
  return new Command("manifest")
    .description(
      "Print what a cluster needs to call the webhooks of a module: configurations, Service, certificate, …",
    )
    .argument("<module>", "file that exports webhooks")
    .requiredOption("--name <name>", "of the Service, the Deployment and the configurations")
    .option("--namespace <namespace>", "where they run", "default")
    .option("--image <image>", "image of the Deployment; without one there is none")
    .option("--url <url>", "where the webhooks are already: only configurations are written")
    .option("--ca-bundle <base64>", "who vouches for the certificate behind --url")
    .option("--replicas <number>", "of the Deployment", "2")
    .option("--port <number>", "on which the container listens", "9443")
    .addOption(
      new Option(
        "--certificate <kind>",
        "issued by cert-manager, or made and renewed by the webhooks themselves, in a Secret",
      )
        .choices(["cert-manager", "own"])
        .default("cert-manager"),
    )
    .addOption(
      new Option("--format <format>", "one text for kubectl, a folder for kustomize, or a chart for Helm")
        .choices(["yaml", "kustomize", "helm"])
        .default("yaml"),
    )
    .option("--crd <file>", "definitions of custom resources that rules name; may be repeated", list, [])
    .option("--out <file>", "file, or folder, to write to instead of standard output")
    .action(async (module: string, flags) =>
      (await import("../webhook/manifest/write-manifest.ts")).writeManifest(module, flags),
    );
}

function shadowCommand(): Command {
  const command = new Command("shadow")
    .description(
      "Serve a webhook that allows everything, decides each request again under other configurations and policies, and says what would be decided otherwise (docs/recordings.md#in-a-cluster).",
    )
    .requiredOption(
      "-f, --filename <path>",
      "the configurations, policies, definitions, namespaces that are to be tried: files, folders, - for standard input; may be repeated",
      list,
      [],
    )
    .addOption(new Option("--listen <host:port>", "where it listens, over TLS").default(LISTEN_DEFAULT))
    .option(
      "--handlers <module>",
      "webhooks of sallyport/webhook (TypeScript or JavaScript) that answer for those of their names; all others are taken to allow, nobody is called",
    )
    .option(
      "--out <file>",
      "keep the first request of each cause, masked, as a recording for `sallyport explain`",
    )
    .addOption(
      new Option("-o, --output <form>", "how to print the report at the end")
        .choices(["text", "json"])
        .default("text"),
    );
  return withListenOptions(command, "", "what has a rule in the files").action(async (flags) => {
    const { shadowWebhook } = await import("../shadow/shadow-webhook.ts");
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
    const tell = (line: string): void => void process.stderr.write(`${line}\n`);
    process.stdout.write(await shadowWebhook(flags, tell, stop.signal));
  });
}

function rotateCommand(): Command {
  return new Command("rotate")
    .description(
      "Rehearse the rotation of a certificate: every order of its steps under load, and one that loses nothing.",
    )
    .argument(
      "<paths...>",
      "manifests with webhooks and what serves them: files, folders, - for standard input",
    )
    .option("--rehearse", "play it in this process; nothing is changed anywhere")
    .option("--calls <number>", "calls after each step", "100")
    .option("--rate <number>", "calls a second", "1000")
    .addOption(new Option("-o, --output <form>", "how to print it").choices(["text", "json"]).default("text"))
    .action(async (paths: string[], flags) => {
      const { rotate } = await import("../webhook/rotate/rotate.ts");
      const { text, failed } = await rotate(paths, flags);
      process.stdout.write(text);
      if (failed) process.exitCode = 1;
    });
}

function typesCommand(): Command {
  return new Command("types")
    .description("Print TypeScript types of custom resources, from the schemas of their definitions.")
    .argument("<files...>", "files or folders of YAML with CustomResourceDefinitions")
    .action(async (files: string[]) => {
      const [{ crdTypes }, { loadManifests }] = await Promise.all([
        import("../webhook/crd-types.ts"),
        import("../../testing/load-manifests.ts"),
      ]);
      process.stdout.write(crdTypes((await loadManifests(files)).map(({ object }) => object)));
    });
}
