import { type Command, Option } from "commander";
import { list } from "../option-values.ts";

/**
 * Adds the options that choose the components that answer for webhooks. `call`, `handlers`: further text for
 * the help of the two options.
 */
export function withAnswering(
  command: Command,
  { call, handlers }: { readonly call: string; readonly handlers: string },
): Command {
  return command
    .option(
      "--call",
      `call webhooks over the network: those with a URL, and those whose Service has a --service flag${call}`,
    )
    .option("--service <ns/name=host:port>", "with --call: address of a Service; may be repeated", list, [])
    .option(
      "--handlers <module>",
      `module (TypeScript or JavaScript) that exports webhooks of sallyport/webhook; they answer for the webhooks with the same names; ${handlers}`,
    );
}

/** Adds the option for the output format of a report. */
export const withOutput = (command: Command, forms: readonly string[]): Command =>
  command
    .addOption(new Option("-o, --output <form>", "output format").choices(forms).default("text"))
    .addOption(colorOption());

/** Option for the colors of the output; new each time. */
export const colorOption = (): Option =>
  new Option("--color <when>", "when to color the output")
    .choices(["auto", "always", "never"])
    .default("auto");
