// npm run golden-api -- [--golden DIR] [--topic A,B] [--only REGEX] [--verbose] [--dist DIR]
// Sends the recorded requests of ../shared/golden-api (the API outside admission) to a fresh server and prints how
// many of the answers agree with the recordings. With --topic or --only also where the others differ.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildServer } from "../test/process/build-server.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { namedSteps, printDifferences, printFigure, printTopics, replay } from "./parts/replay.mjs";
import { needRecordings, sharedPath } from "./parts/shared.mjs";

const { values: flags } = parseArgs({
  options: {
    golden: { type: "string" },
    topic: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden-api")));
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);
const level = "1.36";
const runtime = ["--runtime-config", "admissionregistration.k8s.io/v1beta1=false"];
const result = await withRecordedServer({ dist, flags: runtime }, (server) =>
  replay(folder, server, { level, topics: flags.topic?.split(","), only: flags.only, audited: false }),
);
const isNarrow = flags.verbose || flags.topic !== undefined || flags.only !== undefined;
for (const [name, step] of namedSteps(result)) if (isNarrow && !step.agree) printDifferences(name, step);
printTopics(result);
printFigure("all", result, () => true);
