// npm run ahead -- [--days 1,31,366] [PATH...]: the tests beside the source, or those given, with the clock so many days
// ahead: nothing in them may depend on the day on which they run. Needs the program faketime (Debian's package faketime),
// which sets the clock for certificates, too; only for programs of Node, for Go asks the system itself.
import { spawnSync } from "node:child_process";
import { readFlags } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

const { values, positionals } = readFlags(import.meta.filename, {
  allowPositionals: true,
  options: { days: { type: "string", default: "1,31,366" } },
});

// Time that passes is measured by the other clock, which goes on as it does.
const env = { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
const paths = positionals.length > 0 ? positionals : ["src/"];
for (const days of values.days.split(",")) {
  console.log(`== ${days} days ahead`);
  const vitest = ["npx", "vitest", "run", "--no-isolate", "--maxWorkers=2", ...paths];
  const { error, status } = spawnSync("faketime", ["-m", "-f", `+${days}d`, ...vitest], {
    ...{ cwd: ROOT, stdio: "inherit", env },
  });
  if (error !== undefined) console.error(`faketime cannot be started: ${error.message}`);
  if (status !== 0) process.exitCode = 1;
}
