import { Command } from "commander";
import { expect, it } from "vitest";
import { serveCommand } from "./commands/serve.ts";
import { shapeHelp } from "./help.ts";
import { list } from "./options.ts";

/** Returns what `--help`, or another flag, prints. */
function shownBy(command: Command, flag = "--help"): string {
  let text = "";
  command.exitOverride().configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
  });
  expect(() => command.parse([flag], { from: "user" })).toThrow();
  return text;
}

it("shapeHelp shows no empty list as a default", () => {
  const command = new Command("x")
    .option("--file <path>", "may be repeated", list, [])
    .option("-n <n>", "", "2");
  shapeHelp(command);
  expect(shownBy(command)).not.toContain("[]");
  expect(shownBy(command)).toContain('(default: "2")');
});

it("shapeHelp breaks descriptions into lines beside a long name of a flag", () => {
  const command = new Command("x").option(`--precondition <${"a".repeat(24)}>`, "word ".repeat(30));
  shapeHelp(command);
  const lines = shownBy(command.configureOutput({ getOutHelpWidth: () => 80 })).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("withUsualHelp lists the usual flags; --help-all lists all", () => {
  const command = () => {
    const serve = serveCommand(async () => {});
    shapeHelp(serve);
    return serve;
  };
  const short = shownBy(command());
  expect(short.match(/^ {2}--\S+/gm)).toHaveLength(10);
  expect(short).toContain("Examples:\n  sallyport serve\n");
  expect(short).toMatch(/All \d+ flags by subject: sallyport serve --help-all/);
  const all = shownBy(command(), "--help-all");
  expect(all).toContain("--tls-cipher-suites");
  expect(all).toContain("Network:");
  expect(all).not.toContain("Examples:");
});
