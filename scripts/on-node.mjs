// npm run on-node -- VERSION [PATH ...] [--part NAME,...] [--or-own] [FLAGS OF VITEST]
// Runs tests with another version of Node, such as 24 or 24.22.3: the files or folders PATH, or parts of `npm test`
// (without either: unit,journeys). Programs that the tests start, such as npm, run with this Node too.
// npm's package of Node's program is kept in ~/.cache/sallyport-node, or in the folder SALLYPORT_NODES. Where it cannot be
// fetched, the tests are skipped: the last line says so, and the status is 0. With --or-own they run with this Node instead.
import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fetchNode } from "./parts/other-node.mjs";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);
const [version = "", ...rest] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version))
  stop("on-node: the first argument is a version of Node, such as 24", 2);
const { lacking, node = process.execPath } = fetchNode(version);
const isOwn = rest.includes("--or-own");
if (lacking !== undefined && !isOwn) stop(`skipped: ${lacking}`, 0);
if (lacking !== undefined) console.log(`${lacking}: the tests run with ${process.version}`);

const path = [dirname(node), process.env.PATH].join(delimiter);
const env = { ...process.env, PATH: path };
const { status } = spawnSync(node, commandOf(rest.filter((one) => one !== "--or-own")), {
  cwd: ROOT,
  stdio: "inherit",
  env,
});
process.exitCode = status ?? 1;

/** Arguments of Node. */
function commandOf(given) {
  const at = given.indexOf("--part");
  if (at >= 0) return ["scripts/test.mjs", "--only", given[at + 1] ?? "", ...given.toSpliced(at, 2)];
  if (given.length === 0) return ["scripts/test.mjs", "--only", "unit,journeys"];
  return ["node_modules/vitest/vitest.mjs", "run", ...given];
}

function stop(text, code) {
  console.log(text);
  process.exit(code);
}
