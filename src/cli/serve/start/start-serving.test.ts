import { Command } from "commander";
import { beforeEach, expect, it, vi } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { withServeOptions } from "../../commands/serve.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { startServing } from "./start-serving.ts";

let folder = "";
beforeEach(() => {
  folder = folderForTest();
});

it("the server says how long the process took, not only its own part", async () => {
  const command = withServeOptions(new Command());
  command.parseOptions(["--in-memory", "--secure-port=0", "--no-console", "--data-dir", folder]);
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const signals = ["SIGTERM", "SIGINT"] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const processMs = performance.now();
  await startServing(command.opts<GivenFlags>(), () => {
    const own = process.listeners("SIGTERM").filter((listener) => !before.has(listener));
    for (const stop of own) stop("SIGTERM");
  });
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.has(listener)) process.removeListener(signal, listener);
  const text = written.mock.calls.map(([piece]) => String(piece)).join("");
  written.mockRestore();
  expect(Number(/ after (\d+) ms;/.exec(text)?.[1])).toBeGreaterThanOrEqual(Math.floor(processMs));
});
