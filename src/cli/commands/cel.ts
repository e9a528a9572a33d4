import { Command, Option } from "commander";
import type { CelFlags } from "../cel/evaluate.ts";
import { print } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";

/** `sallyport cel`: one expression, tried. */
export function celCommand(): Command {
  return new Command("cel")
    .description(
      "Evaluate a CEL expression like a match condition of a webhook or an admission policy, and print its value, type and cost (docs/cel.md).",
    )
    .argument("<expression>", "such as 'object.spec.replicas <= 5'")
    .option("--object <file>", "manifest for the variable `object`; - for standard input")
    .option("--old-object <file>", "manifest for the variable `oldObject`")
    .option("--params <file>", "manifest for the variable `params`")
    .option("--namespace-object <file>", "manifest for the variable `namespaceObject`")
    .option(
      "--request <file>",
      "YAML or JSON for the variable `request` (default: a request with these objects)",
    )
    .addOption(new Option("-o, --output <format>", "output format").choices(["text", "json"]).default("text"))
    .action(async (expression: string, flags: CelFlags) => {
      letSemiSpaceGrow();
      const { evaluate } = await import("../cel/evaluate.ts");
      print(await evaluate(expression, flags));
    });
}
