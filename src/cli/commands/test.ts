import { Command, Option } from "commander";
import type { TestFlags } from "../test/run-tests.ts";

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
    .option("-w, --watch", "run what a change touches again, until stopped")
    .addHelpText("after", "\nExit status: 0 all passed, 1 a case failed, 2 a suite could not be run.")
    .action(async (paths: string[], flags: TestFlags) => {
      const { runTests, watchTests } = await import("../test/run-tests.ts");
      const print = (text: string): void => void process.stdout.write(text);
      if (flags.watch === true) await watchTests(paths, flags, print);
      else process.exitCode = await runTests(paths, flags, print);
    });
}
