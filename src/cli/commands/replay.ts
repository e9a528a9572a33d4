import { Command, InvalidArgumentError, Option } from "commander";
import { CHANGE_KINDS, type ChangeKind } from "../../replay/change.ts";
import { list } from "../option-values.ts";
import type { ReplayFlags } from "../replay/replay-flags.ts";
import { print } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";
import { withAnswering, withOutput } from "./answering-options.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";

/** `sallyport replay`: which decisions does a new configuration change? */
export function replayCommand(): Command {
  const command = new Command("replay")
    .description(
      "Decide the requests of a recording again with other configurations, policies and custom resource definitions, and show which decisions change and why (docs/recordings.md).",
    )
    .argument("<recording>", "output of `sallyport record`; - for standard input")
    .requiredOption(
      "-f, --filename <path>",
      "file or folder of the new configurations, policies, custom resource definitions and namespaces; - for standard input; may be repeated",
      list,
      [],
    )
    .option(
      "--against <path>",
      "compare with these configurations, not with the recorded decisions; may be repeated",
      list,
      [],
    );
  withAnswering(command, { call: "", handlers: "Sallyport assumes that all others answer as recorded" })
    .addOption(
      new Option(
        "--slower-than <milliseconds>",
        "report requests whose webhooks take at least this much longer, and at least twice as long",
      )
        .argParser(milliseconds)
        .default(100),
    )
    .option(
      "--disable-admission-plugins <names>",
      "built-in plugins to turn off, separated by commas (default: ServiceAccount)",
    )
    .addOption(kubernetesVersion())
    .addOption(
      new Option(
        "--fail-on <changes>",
        `exit with status 1 if there are changes of these kinds: ${CHANGE_KINDS.join(", ")}, or any, or if no request could be decided; separated by commas`,
      )
        .argParser(changes)
        .default([]),
    );
  return withOutput(command, ["text", "json", "sarif", "html"]).action(
    async (recording: string, flags: ReplayFlags) => {
      letSemiSpaceGrow();
      const { replay } = await import("../replay/replay.ts");
      const { text, failed } = await replay(recording, flags);
      print(text);
      if (failed) process.exitCode = 1;
    },
  );
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0 && value <= 3_600_000))
    throw new InvalidArgumentError("Give a number of milliseconds.");
  return value;
}

function changes(text: string): ChangeKind[] {
  if (text === "any") return [...CHANGE_KINDS];
  return text.split(",").map((name) => {
    const kind = CHANGE_KINDS.find((one) => one === name);
    if (kind === undefined) throw new InvalidArgumentError(`Give one of ${CHANGE_KINDS.join(", ")}, any.`);
    return kind;
  });
}
