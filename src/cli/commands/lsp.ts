import { Command } from "commander";
import type { LspFlags } from "../lsp/start.ts";
import { withOptions } from "../options.ts";

/** `sallyport lsp`: findings, completion and explanations in an editor. */
export function lspCommand(): Command {
  const command = new Command("lsp").description(
    "Serve an editor by the Language Server Protocol on standard input and output: findings of lint while you type, quick fixes, and completion of CEL (docs/editors.md).",
  );
  return withOptions(command, {
    "--kubeconfig <file>": "read the CustomResourceDefinitions of a cluster, for their schemas",
    "--stdio": "standard input and output, which is the default; editors pass this flag",
  }).action(async (flags: LspFlags) => (await import("../lsp/start.ts")).startLanguageServer(flags));
}
