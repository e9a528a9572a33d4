import { join } from "node:path";
import { countVitest } from "../../parts/counts.mjs";
import { run } from "../../parts/run.mjs";
import { ROOT } from "../../parts/shared.mjs";

/** The journeys of test/clients/node: @kubernetes/client-node and the fluent client. */
export async function runNode(dist) {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const command = [process.execPath, vitest, "run", "test/clients/node"];
  const { code, output } = await run(command, { cwd: ROOT, env: { SALLYPORT_DIST: dist } });
  return countVitest(code, output);
}
