import { type Command, Option } from "commander";
import { list } from "../repeated.ts";

/** Who answers for webhooks. `call`, `handlers`: what else there is to say of the two. */
export function withAnswering(
  command: Command,
  { call, handlers }: { readonly call: string; readonly handlers: string },
): Command {
  return command
    .option(
      "--call",
      `really call webhooks: those with a URL, and those whose Service --service places${call}`,
    )
    .option(
      "--service <ns/name=host:port>",
      "with --call: where a Service really is; may be repeated",
      list,
      [],
    )
    .option(
      "--handlers <module>",
      `webhooks of sallyport/webhook (TypeScript or JavaScript) that answer for those of their names; ${handlers}`,
    );
}

/** How a report is printed. */
export const withOutput = (command: Command, forms: readonly string[]): Command =>
  command
    .addOption(new Option("-o, --output <form>", "how to print it").choices(forms).default("text"))
    .addOption(new Option("--color <when>").choices(["auto", "always", "never"]).default("auto"));
