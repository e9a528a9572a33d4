import { Command, Option } from "commander";
import type { lintPaths } from "../lint/lint.ts";
import type { LintFlags } from "../lint/lint-flags.ts";
import { list } from "../option-values.ts";
import { print } from "../terminal.ts";
import { colorOption } from "./answering-options.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";

/** `sallyport lint`: what will not work, before it happens. `run` makes what is printed. */
export function lintCommand(run: typeof lintPaths): Command {
  return new Command("lint")
    .description(
      "Find mistakes in webhook configurations, admission policies and related objects: what never matches, matches too much, expires or fails (docs/lint.md).",
    )
    .argument("[paths...]", "manifests: files, or folders with their subfolders; - for standard input")
    .option(
      "-k, --kustomize <folder>",
      "check what kubectl kustomize, or kustomize build, makes of a folder; may be repeated",
      list,
      [],
    )
    .option(
      "--kubeconfig <file>",
      "read the objects from a cluster; nothing is written, and no webhook is called",
    )
    .option(
      "--dial",
      "connect to webhooks with a URL, and to Services with a --service flag, and check their certificates",
    )
    .option(
      "--try",
      "call webhooks for the creation of sample objects, as dry runs; check that they give the same result when they are called twice, in another order, and in a dry run",
    )
    .option(
      "--samples <path>",
      "with --try: file or folder of sample objects; may be repeated (default: objects made from the rules of the webhooks)",
      list,
      [],
    )
    .option("--handlers <module>", "with --try: module whose webhooks answer in this process")
    .option(
      "--service <ns/name=host:port>",
      "with --dial and --try: address of a Service; may be repeated",
      list,
      [],
    )
    .option(
      "--down <names>",
      "show instead which requests fail or take longer while these webhooks are down or these policy parameters are missing, and whether they recover",
    )
    .option(
      "--graph <file>",
      "also write a graph of the objects that webhooks need, and of the webhooks that are called for these, to a file: .svg, .dot (Graphviz) or .mmd (Mermaid)",
    )
    .addOption(kubernetesVersion())
    .option("--budgets", "show instead the time that webhooks may take for each kind of request")
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with status 1 if there is a finding of this severity or a higher one",
      )
        .choices(["error", "warning", "info", "never"])
        .default("error"),
    )
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "json", "sarif", "junit"])
        .default("text"),
    )
    .addOption(colorOption())
    .action(async (paths: string[], flags: LintFlags) => {
      const { text, failed } = await run(paths, flags);
      print(text);
      if (failed) process.exitCode = 1;
    });
}
