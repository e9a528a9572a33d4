import { Command, Option } from "commander";
import type { CelFlags } from "../cel/evaluate.ts";
import { letYoungHeapGrow } from "../young-heap.ts";

/** `sallyport cel`: one expression, tried. */
export function celCommand(): Command {
  return new Command("cel")
    .description(
      "Evaluate a CEL expression as a webhook's match condition or an admission policy would, and print its value, type and cost.",
    )
    .argument("<expression>", "such as 'object.spec.replicas <= 5'")
    .option("--object <file>", "manifest that `object` is; - is standard input")
    .option("--old-object <file>", "manifest that `oldObject` is")
    .option("--params <file>", "manifest that `params` is")
    .option("--namespace-object <file>", "manifest that `namespaceObject` is")
    .option("--request <file>", "what `request` is, in YAML or JSON (default: a request with these objects)")
    .addOption(
      new Option("-o, --output <format>", "for people or for programs")
        .choices(["text", "json"])
        .default("text"),
    )
    .action(async (expression: string, flags: CelFlags) => {
      letYoungHeapGrow();
      const { evaluate } = await import("../cel/evaluate.ts");
      process.stdout.write(await evaluate(expression, flags));
    });
}
