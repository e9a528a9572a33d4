// npm run golden -- [--golden DIR] [--level 1.36|1.20] [--topic A,B] [--only REGEX] [--verbose] [--dist DIR]
// Sends the recorded requests of ../shared/golden to a fresh server and compares its answers with the recordings.
// test/golden-known-failures.json lists the steps that differ, each with a reason. The run fails when another step
// differs, and when a listed one agrees: so the list is always true.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildServer } from "../test/process/build-server.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { namedSteps, printDifferences, printFigure, printTopics, replay } from "./parts/replay.mjs";
import { needRecordings, ROOT, sharedPath } from "./parts/shared.mjs";

/** Counted apart: expressions, and what goes beyond admission. */
const APART = [
  "expressions",
  "validating-policies",
  "mutating-policies",
  "match-conditions",
  "custom-resources",
];

const { values: flags } = parseArgs({
  options: {
    golden: { type: "string" },
    level: { type: "string", default: "1.36" },
    topic: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden")));
const known =
  JSON.parse(readFileSync(join(ROOT, "test/golden-known-failures.json"), "utf8"))[flags.level] ?? {};

const topics = topicsToRun();
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);
const result = await withRecordedServer({ dist, flags: flagsOf(flags.level) }, (server) =>
  replay(folder, server, { level: flags.level, topics, only: flags.only }),
);
process.exitCode = judge(namedSteps(result));

function topicsToRun() {
  if (flags.topic !== undefined) return flags.topic.split(",");
  return readdirSync(join(folder, "recorded", flags.level)).filter((name) => !name.startsWith("."));
}

/** What level 1.36 no longer serves and level 1.20 did. */
function flagsOf(level) {
  return level === "1.20" ? [] : ["--runtime-config", "admissionregistration.k8s.io/v1beta1=false"];
}

function judge(steps) {
  const unexpected = [...steps].filter(([name, step]) => !step.agree && !(name in known));
  const agreeing = Object.keys(known).filter((name) => steps.get(name)?.agree === true);
  const gone = isWholeRun() ? Object.keys(known).filter((name) => !steps.has(name)) : [];
  for (const [name, step] of steps)
    if (!step.agree && (flags.verbose || !(name in known))) printDifferences(name, step);
  for (const name of agreeing)
    console.log(`agrees now, remove it from test/golden-known-failures.json: ${name}`);
  for (const name of gone)
    console.log(`not recorded, remove it from test/golden-known-failures.json: ${name}`);
  summarise(steps, unexpected.length + agreeing.length + gone.length);
  return unexpected.length + agreeing.length + gone.length === 0 ? 0 : 1;
}

/** Only then is a listed step that did not come a mistake of the list. */
function isWholeRun() {
  return flags.golden === undefined && flags.topic === undefined && flags.only === undefined;
}

function summarise(steps, mistakes) {
  const listed = [...steps].filter(([name, step]) => !step.agree && name in known).length;
  const agreed = [...steps.values()].filter((step) => step.agree).length;
  console.log("");
  printTopics(result);
  console.log("");
  if ("custom-resources" in result.topics)
    printFigure("custom-resources", result, (topic) => topic === "custom-resources");
  printFigure(`level ${flags.level}`, result, (topic) => !APART.includes(topic));
  console.log(`golden: ${agreed} agree, ${listed} known to differ, ${mistakes} unexpected`);
}
