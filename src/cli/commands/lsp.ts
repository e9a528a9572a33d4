import { Command } from "commander";
import type { LspFlags } from "../lsp/start.ts";

/** `sallyport lsp`: findings, completion and explanations in an editor. */
export function lspCommand(): Command {
  return new Command("lsp")
    .description(
      "Serve an editor by the Language Server Protocol on standard input and output: findings of lint while you type, quick fixes, and completion of CEL (docs/editors.md).",
    )
    .option("--kubeconfig <file>", "read the CustomResourceDefinitions of a cluster, for their schemas")
    .option("--stdio", "standard input and output, which is the default; editors pass this flag")
    .action(async (flags: LspFlags) => (await import("../lsp/start.ts")).startLanguageServer(flags));
}
