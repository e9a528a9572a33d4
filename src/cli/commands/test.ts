import { Command, InvalidArgumentError, Option } from "commander";
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
    .addHelpText(
      "after",
      "\nExit status: 0 all passed, 1 a case failed or too little was reached, 2 a suite could not be run.",
    )
    .action(async (paths: string[], flags: TestFlags) => {
      letYoungHeapGrow();
      const { runTests, watchTests } = await import("../test/run-tests.ts");
      const print = (text: string): void => void process.stdout.write(text);
      if (flags.watch === true) await watchTests(paths, flags, print);
      else process.exitCode = await runTests(paths, flags, print);
    });
}

function percent(text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("It is a number from 0 to 100.");
  return value;
}
