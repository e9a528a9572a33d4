import { Command, InvalidArgumentError } from "commander";
import { many, output, parsed, positive, withDefault, withOptions, without } from "../options.ts";
import { print } from "../terminal.ts";
import type { FromRecordingFlags } from "../test/from-recording/write-suite.ts";
import type { TestFlags } from "../test/run-tests.ts";
import { letSemiSpaceGrow } from "../young-objects.ts";
import { KUBERNETES_VERSIONS } from "./kubernetes-version.ts";

/** `sallyport test`: suites of cases in YAML. */
export function testCommand(): Command {
  const command = new Command("test")
    .description(
      "Run suites of test cases against webhooks and policies. Each case has its own control plane in memory (docs/suites.md).",
    )
    .argument("[paths...]", "suites: files, or folders with suites", ["."]);
  return withOptions(command, {
    ...output(["text", "json", "junit", "sarif"]),
    "--filter <text>": 'run only cases with this text in "SUITE CASE", the two names together',
    "--bail": "stop at the first case that fails, or the first suite that cannot run",
    "--min-coverage <percent>": without(
      ["filter", "bail", "watch"],
      parsed(
        "fail if the cases reach a smaller part of all rules, selectors, conditions and validations",
        percent,
      ),
    ),
    ...KUBERNETES_VERSIONS,
    "-w, --watch": "run suites again when their files change, until Ctrl-C",
    "--from-recording <recording>": without(
      ["watch", "filter", "bail", "minCoverage"],
      "do not run tests; write a suite that expects today's decisions for the requests of a recording (docs/recordings.md#suites)",
    ),
    "-f, --filename <path>": many(
      "with --from-recording: file or folder of configurations, policies and custom resource definitions; may be repeated",
    ),
    "--out <dir>": withDefault("with --from-recording: folder for the suite", "recorded"),
    "--most-cases <number>": positive("with --from-recording: greatest number of cases", 200),
  })
    .addHelpText(
      "after",
      "\nExit status: 0 all cases passed; 1 a case failed, or the coverage is too low; 2 a suite could not run.",
    )
    .action(async (paths: string[], flags: TestFlags & FromRecording) => {
      letSemiSpaceGrow();
      const { fromRecording } = flags;
      if (fromRecording !== undefined) {
        const { writeSuite } = await import("../test/from-recording/write-suite.ts");
        if (flags.filename.length === 0)
          throw new Error("--from-recording needs the configurations: add -f PATH");
        print(`${(await writeSuite(fromRecording, flags)).join("\n")}\n`);
        return;
      }
      const { runTests, watchTests } = await import("../test/run-tests.ts");
      if (flags.watch === true) await watchTests(paths, flags, print);
      else process.exitCode = await runTests(paths, flags, print);
    });
}

interface FromRecording extends FromRecordingFlags {
  readonly fromRecording?: string;
}

function percent(text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("Give a number from 0 to 100.");
  return value;
}
