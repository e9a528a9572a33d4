import { Command } from "commander";
import type { CelFlags } from "../cel/evaluate.ts";
import { choice, withOptions } from "../options.ts";
import { print } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";

/** `sallyport cel`: one expression, tried. */
export function celCommand(): Command {
  const command = new Command("cel")
    .description(
      "Evaluate a CEL expression like a match condition of a webhook or an admission policy, and print its value, type and cost (docs/cel.md).",
    )
    .argument("<expression>", "such as 'object.spec.replicas <= 5'");
  return withOptions(command, {
    "--object <file>": "manifest for the variable `object`; - for standard input",
    "--old-object <file>": "manifest for the variable `oldObject`",
    "--params <file>": "manifest for the variable `params`",
    "--namespace-object <file>": "manifest for the variable `namespaceObject`",
    "--request <file>": "YAML or JSON for the variable `request` (default: a request with these objects)",
    "-o, --output <format>": choice("output format", ["text", "json"], "text"),
  }).action(async (expression: string, flags: CelFlags) => {
    letSemiSpaceGrow();
    const { evaluate } = await import("../cel/evaluate.ts");
    print(await evaluate(expression, flags));
  });
}
