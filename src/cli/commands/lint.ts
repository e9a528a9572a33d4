import { Command } from "commander";
import type { lintPaths } from "../lint/lint.ts";
import type { LintFlags } from "../lint/lint-flags.ts";
import { choice, coloredOutput, many, withOptions } from "../options.ts";
import { print } from "../terminal.ts";
import { KUBERNETES_VERSION } from "./kubernetes-version.ts";

/** `sallyport lint`: what will not work, before it happens. `run` makes what is printed. */
export function lintCommand(run: typeof lintPaths): Command {
  const command = new Command("lint")
    .description(
      "Find mistakes in webhook configurations, admission policies and related objects: what never matches, matches too much, expires or fails (docs/lint.md).",
    )
    .argument("[paths...]", "manifests: files, or folders with their subfolders; - for standard input");
  return withOptions(command, {
    "-k, --kustomize <folder>": many(
      "check what kubectl kustomize, or kustomize build, makes of a folder; may be repeated",
    ),
    "--kubeconfig <file>": "read the objects from a cluster; nothing is written, and no webhook is called",
    "--dial":
      "connect to webhooks with a URL, and to Services with a --service flag, and check their certificates",
    "--try":
      "call webhooks for the creation of sample objects, as dry runs; check that they give the same result when they are called twice, in another order, and in a dry run",
    "--samples <path>": many(
      "with --try: file or folder of sample objects; may be repeated (default: objects made from the rules of the webhooks)",
    ),
    "--handlers <module>": "with --try: module whose webhooks answer in this process",
    "--service <ns/name=host:port>": many("with --dial and --try: address of a Service; may be repeated"),
    "--down <names>":
      "show instead which requests fail or take longer while these webhooks are down or these policy parameters are missing, and whether they recover",
    "--graph <file>":
      "also write a graph of the objects that webhooks need, and of the webhooks that are called for these, to a file: .svg, .dot (Graphviz) or .mmd (Mermaid)",
    ...KUBERNETES_VERSION,
    "--budgets": "show instead the time that webhooks may take for each kind of request",
    "--fail-on <severity>": choice(
      "exit with status 1 if there is a finding of this severity or a higher one",
      ["error", "warning", "info", "never"],
      "error",
    ),
    ...coloredOutput(["text", "json", "sarif", "junit"]),
  }).action(async (paths: string[], flags: LintFlags) => {
    const { text, failed } = await run(paths, flags);
    print(text);
    if (failed) process.exitCode = 1;
  });
}
