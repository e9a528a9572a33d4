import { Command, Option } from "commander";
import type { LintFlags } from "../lint/lint-flags.ts";
import { list } from "../repeated.ts";
import { letYoungHeapGrow } from "../young-heap.ts";

/** `sallyport lint`: what will not work, before it happens. */
export function lintCommand(): Command {
  return new Command("lint")
    .description(
      "Look at webhook configurations, admission policies and what belongs to them: what never matches, is too wide, expires or fails? (docs/lint.md)",
    )
    .argument("[paths...]", "manifests: files, folders and those below them, - for standard input")
    .option("--kubeconfig <file>", "read them from a cluster; nothing is written there, no webhook is called")
    .option(
      "--dial",
      "connect to webhooks that have a URL, and to Services that --service places, and look at their certificates",
    )
    .option(
      "--try",
      "call webhooks about the creation of samples, as dry runs: do they come to the same result when they are asked twice, in another order, in a dry run?",
    )
    .option(
      "--samples <path>",
      "with --try: objects to call them about (default: made from their rules); may be repeated",
      list,
      [],
    )
    .option("--handlers <module>", "with --try: webhooks of this module answer in this process")
    .option(
      "--service <ns/name=host:port>",
      "with --dial and --try: where a Service really is; may be repeated",
      list,
      [],
    )
    .option(
      "--down <names>",
      "instead: what fails or takes longer while these webhooks are down, or parameters of policies missing, and do they come back?",
    )
    .option(
      "--graph <file>",
      "also: write what webhooks need, and who is asked about that, to a file: .svg, .dot (Graphviz) or .mmd (Mermaid)",
    )
    .option("--budgets", "instead: how long may webhooks take over each kind of request?")
    .addOption(
      new Option("--fail-on <severity>", "the exit status is 1 when there is such a finding, or a graver one")
        .choices(["error", "warning", "info", "never"])
        .default("error"),
    )
    .addOption(
      new Option("-o, --output <form>", "how to print it")
        .choices(["text", "json", "sarif", "junit"])
        .default("text"),
    )
    .addOption(new Option("--color <when>").choices(["auto", "always", "never"]).default("auto"))
    .action(async (paths: string[], flags: LintFlags) => {
      letYoungHeapGrow();
      const { lintPaths } = await import("../lint/lint.ts");
      const { text, failed } = await lintPaths(paths, flags);
      process.stdout.write(text);
      if (failed) process.exitCode = 1;
    });
}
