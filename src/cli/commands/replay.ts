import { Command, InvalidArgumentError } from "commander";
import { CHANGE_KINDS, type ChangeKind } from "../../replay/change.ts";
import { coloredOutput, many, parsed, required, withOptions } from "../options.ts";
import type { ReplayFlags } from "../replay/replay-flags.ts";
import { print } from "../terminal.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";
import { answering } from "./answering-options.ts";
import { KUBERNETES_VERSION } from "./kubernetes-version.ts";

/** `sallyport replay`: which decisions does a new configuration change? */
export function replayCommand(): Command {
  const command = new Command("replay")
    .description(
      "Decide the requests of a recording again with other configurations, policies and custom resource definitions, and show which decisions change and why (docs/recordings.md).",
    )
    .argument("<recording>", "output of `sallyport record`; - for standard input");
  return withOptions(command, {
    "-f, --filename <path>": required(
      many(
        "file or folder of the new configurations, policies, custom resource definitions and namespaces; - for standard input; may be repeated",
      ),
    ),
    "--against <path>": many(
      "compare with these configurations, not with the recorded decisions; may be repeated",
    ),
    ...answering({ call: "", handlers: "Sallyport assumes that all others answer as recorded" }),
    "--slower-than <milliseconds>": parsed(
      "report requests whose webhooks take at least this much longer, and at least twice as long",
      milliseconds,
      100,
    ),
    "--disable-admission-plugins <names>":
      "built-in plugins to turn off, separated by commas (default: ServiceAccount)",
    ...KUBERNETES_VERSION,
    "--fail-on <changes>": parsed<ChangeKind[]>(
      `exit with status 1 if there are changes of these kinds: ${CHANGE_KINDS.join(", ")}, or any, or if no request could be decided; separated by commas`,
      changes,
      [],
    ),
    ...coloredOutput(["text", "json", "sarif", "html"]),
  }).action(async (recording: string, flags: ReplayFlags) => {
    letSemiSpaceGrow();
    const { replay } = await import("../replay/replay.ts");
    const { text, failed } = await replay(recording, flags);
    print(text);
    if (failed) process.exitCode = 1;
  });
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
