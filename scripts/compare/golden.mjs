// npm run compare -- golden [--golden DIR] [--level 1.37|1.36|1.20] [--topic A,B] [--only REGEX] [--step REGEX] [--verbose] [--explained] [--dist DIR]
// Sends the recorded requests of ../shared/golden to a fresh server and compares its answers with the recordings.
// test/golden-known-failures.json lists the steps that differ, each with a reason. The run fails when another step
// differs, and when a listed one agrees: so the list is always true. --explained reads the explanations of the requests, too.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildServer } from "../../test/process/build-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { needRecordings, sharedPath } from "../parts/shared.mjs";
import { CHOICES, chosenSteps, needScenarios } from "./parts/chosen-scenarios.mjs";
import { judge, readKnown } from "./parts/judge.mjs";
import { withExplanations } from "./parts/read-explanations.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { namedSteps, printFigure, printTopics, replay } from "./parts/replay.mjs";

/** Counted apart: expressions, and what goes beyond admission. */
const APART = [
  "expressions",
  "validating-policies",
  "mutating-policies",
  "match-conditions",
  "custom-resources",
];

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    golden: { type: "string" },
    level: { type: "string", default: "1.37" },
    ...CHOICES,
    explained: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden")));
const FILE = "test/golden-known-failures.json";
const known = readKnown(FILE, flags.level);

needScenarios(folder, flags.level, flags);
const topics = topicsToRun();
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);
const { result, areExplained } = await withRecordedServer({ dist, flags: flagsOf(flags.level) }, (server) =>
  withExplanations(flags.explained, server, () =>
    replay(folder, server, { level: flags.level, topics, only: flags.only }),
  ),
);
const verdict = judge(chosenSteps(namedSteps(result), flags.step), {
  known,
  file: FILE,
  whole: isWholeRun(),
  verbose: flags.verbose,
});
summarise(verdict);
process.exitCode = verdict.mistakes === 0 && areExplained ? 0 : 1;

function topicsToRun() {
  if (flags.topic !== undefined) return flags.topic.split(",");
  return readdirSync(join(folder, "recorded", flags.level)).filter((name) => !name.startsWith("."));
}

/**
 * Flags of a level: later levels do not serve versions that level 1.20 served. Level 1.36 is emulated; steps that differ
 * because the binary is another one are listed.
 */
function flagsOf(level) {
  if (level === "1.20") return [];
  const emulated = level === "1.37" ? [] : ["--emulated-version", level];
  return ["--runtime-config", "admissionregistration.k8s.io/v1beta1=false", ...emulated];
}

/** Only then is a listed step that did not come a mistake of the list. */
function isWholeRun() {
  return (
    flags.golden === undefined && [flags.topic, flags.only, flags.step].every((flag) => flag === undefined)
  );
}

function summarise({ agreed, listed, mistakes }) {
  console.log("");
  printTopics(result);
  console.log("");
  if ("custom-resources" in result.topics)
    printFigure("custom-resources", result, (topic) => topic === "custom-resources");
  printFigure(`level ${flags.level}`, result, (topic) => !APART.includes(topic));
  console.log(`golden: ${agreed} agree, ${listed} known to differ, ${mistakes} unexpected`);
}
