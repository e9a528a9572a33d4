// npm run compare -- golden-api [--golden DIR] [--level 1.37|1.36] [--topic A,B] [--only REGEX] [--step REGEX] [--verbose] [--explained] [--dist DIR]
// Sends the recorded requests of ../shared/golden-api (the API outside admission) to a fresh server and compares its
// answers with the recordings. test/golden-api-known-failures.json lists the steps that differ, each with a reason; the
// run fails when another step differs, and when a listed one agrees. --explained reads the explanations of the requests, too.
import { resolve } from "node:path";
import { buildServer } from "../../test/process/build-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { needRecordings, sharedPath } from "../parts/shared.mjs";
import { CHOICES, chosenSteps, needScenarios } from "./parts/chosen-scenarios.mjs";
import { judge, readKnown } from "./parts/judge.mjs";
import { withExplanations } from "./parts/read-explanations.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { namedSteps, printFigure, printTopics, replay } from "./parts/replay.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    golden: { type: "string" },
    level: { type: "string", default: "1.37" },
    ...CHOICES,
    explained: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden-api")));
const { level } = flags;
needScenarios(folder, level, flags);
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);
// Level 1.36 is emulated; steps that differ because the binary is another one are listed.
const emulated = level === "1.37" ? [] : ["--emulated-version", level];
const serverFlags = ["--runtime-config", "admissionregistration.k8s.io/v1beta1=false", ...emulated];
const { result, areExplained } = await withRecordedServer({ dist, flags: serverFlags }, (server) =>
  withExplanations(flags.explained, server, () =>
    replay(folder, server, { level, topics: flags.topic?.split(","), only: flags.only, audited: false }),
  ),
);
const FILE = "test/golden-api-known-failures.json";
const whole =
  flags.golden === undefined && [flags.topic, flags.only, flags.step].every((flag) => flag === undefined);
const verdict = judge(chosenSteps(namedSteps(result), flags.step), {
  known: readKnown(FILE, level),
  file: FILE,
  whole,
  verbose: flags.verbose,
});
printTopics(result);
printFigure("all", result, () => true);
console.log(
  `golden: ${verdict.agreed} agree, ${verdict.listed} known to differ, ${verdict.mistakes} unexpected`,
);
process.exitCode = verdict.mistakes === 0 && areExplained ? 0 : 1;
