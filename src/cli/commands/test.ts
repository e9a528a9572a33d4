import { Command, InvalidArgumentError, Option } from "commander";
import { list } from "../repeated.ts";
import type { FromRecordingFlags } from "../test/from-recording/write-suite.ts";
import type { TestFlags } from "../test/run-tests.ts";
import { letYoungHeapGrow } from "../young-heap.ts";

/** `sallyport test`: suites of cases in YAML. */
export function testCommand(): Command {
  return new Command("test")
    .description(
      "Run suites of cases (docs/suites.md) against webhooks and policies, each case in a fresh control plane in memory.",
    )
    .argument("[paths...]", "suites: files, or folders that hold some", ["."])
    .addOption(
      new Option("-o, --output <form>", "how to report")
        .choices(["text", "json", "junit", "sarif"])
        .default("text"),
    )
    .option("--filter <text>", "only cases with this text in the names of their suite and their own")
    .option("--bail", "stop at the first case that fails, or suite that cannot be run")
    .addOption(
      new Option(
        "--min-coverage <percent>",
        "fail when less is reached of rules, selectors, conditions and validations",
      )
        .argParser(percent)
        .conflicts(["filter", "bail", "watch"]),
    )
    .option("-w, --watch", "run what a change touches again, until stopped")
    .addOption(
      new Option(
        "--from-recording <recording>",
        "run nothing: write a suite that pins what is decided today about the requests of a recording (docs/recordings.md#suites)",
      ).conflicts(["watch", "filter", "bail", "minCoverage"]),
    )
    .option(
      "-f, --filename <path>",
      "with --from-recording: the configurations, policies and definitions; may be repeated",
      list,
      [],
    )
    .option("--out <dir>", "with --from-recording: the folder that the suite is written to", "recorded")
    .addOption(
      new Option("--most-cases <number>", "with --from-recording: so many at the most")
        .argParser(count)
        .default(200),
    )
    .addHelpText(
      "after",
      "\nExit status: 0 all passed, 1 a case failed or too little was reached, 2 a suite could not be run.",
    )
    .action(async (paths: string[], flags: TestFlags & FromRecording) => {
      letYoungHeapGrow();
      const { fromRecording } = flags;
      if (fromRecording !== undefined) {
        const { writeSuite } = await import("../test/from-recording/write-suite.ts");
        if (flags.filename.length === 0)
          throw new Error("--from-recording: under which configurations? -f PATH");
        process.stdout.write(`${(await writeSuite(fromRecording, flags)).join("\n")}\n`);
        return;
      }
      const { runTests, watchTests } = await import("../test/run-tests.ts");
      const print = (text: string): void => void process.stdout.write(text);
      if (flags.watch === true) await watchTests(paths, flags, print);
      else process.exitCode = await runTests(paths, flags, print);
    });
}

interface FromRecording extends FromRecordingFlags {
  readonly fromRecording?: string;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("It is a number from 1 on.");
  return value;
}

function percent(text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("It is a number from 0 to 100.");
  return value;
}
